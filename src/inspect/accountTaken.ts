/**
 * Whether an AccountId can still be said to mean an account: two accounts of one list are never one, and none is two that are known.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** A person has said already which AccountId means that account, or which account that AccountId means. */
export class SameAlreadySaid extends Schema.TaggedError<SameAlreadySaid>()("SameAlreadySaid", {
  reviewId: Schema.String,
  said: Schema.String
}) {
  override get message() {
    return `question ${this.said} has been answered same, and both cannot hold; answer ${this.reviewId} different, or take that answer ` +
      `back first: daybook reviews undo ${this.said} --as WHO --reason TEXT`
  }
}

/** The bank's own lists name that account beside this one. */
export class AccountListedBeside extends Schema.TaggedError<AccountListedBeside>()("AccountListedBeside", {
  reviewId: Schema.String,
  accountId: Schema.String,
  consentId: Schema.String
}) {
  override get message() {
    return `consent ${this.consentId} opens that account under AccountId ${this.accountId}, and two accounts of one list are never one; ` +
      `say so: daybook reviews answer ${this.reviewId} different --as WHO --reason TEXT`
  }
}

const Taken = Schema.Struct({
  review_id: Schema.NullOr(Schema.String),
  account_id: Schema.String,
  consent_id: Schema.String
})

/** Fails where the AccountId of a question cannot mean its account beside what is known or was said. */
export const requireNotTaken = Effect.fn("inspect.requireNotTaken")(function*(reviewId: string) {
  const warehouse = yield* Warehouse
  const [taken] = yield* warehouse.rows(Taken, new URL("./accountTaken.sql", import.meta.url), { review: reviewId })
  if (taken === undefined) return
  const { account_id: accountId, consent_id: consentId, review_id: said } = taken
  return yield* said === null
    ? new AccountListedBeside({ reviewId, accountId, consentId })
    : new SameAlreadySaid({ reviewId, said })
})
