/**
 * The flow that all reading pipelines share: which consents are concerned, what the book holds of each, and then each
 * one's share of the run, side by side.
 */
import { Effect, Schema } from "effect"
import { AccountUnknown } from "../src/domain/AccountUnknown.ts"
import type { AccountId } from "../src/domain/identifiers.ts"
import { Capabilities } from "../src/institution/Capabilities.ts"
import { Capability } from "../src/institution/Capability.ts"
import { ConfigurationInvalid } from "../src/institution/ConfigurationInvalid.ts"
import type { KnownConsent } from "../src/journal/consents.ts"
import { World, WorldMismatch } from "../src/journal/World.ts"
import { book } from "../src/normalise/Book.ts"
import { normalise } from "../src/normalise/normalise.ts"
import { finishedReads, standingOf } from "../src/normalise/standing.ts"
import type { Request, Standing } from "../src/plan/plan.ts"
import { CredentialsRefused } from "../src/token/Token.ts"
import { StorageError } from "../src/warehouse/StorageError.ts"
import { concerned, type Order } from "./order.ts"
import { causesOf, needsPerson, refusalCause } from "./outcome.ts"
import type { Flow } from "./run.ts"
import { type Share, syncConsent } from "./sync-consent.ts"

/** Consents that are worked on at once; each bank's own rules bound what happens at it. */
const consentsAtOnce = 4

/** What one consent is to do, by the open book. */
const shareOf = Effect.fnUntraced(function*(consent: KnownConsent, pipeline: Request["pipeline"], order: Order) {
  const bank = yield* Capability
  const now = yield* (yield* World).now
  const standing = yield* standingOf(consent.consentId, bank, now)
  const finished = yield* finishedReads(consent.consentId, bank, now)
  const { again, from, to } = order
  const accounts = order.account === null ? null : named(standing, order.account)
  return { consentId: consent.consentId, request: { pipeline, from, to, again, accounts }, standing, finished }
})

const named = ({ accounts }: Standing, name: string): ReadonlySet<AccountId> =>
  new Set(
    accounts.filter((account) => account.accountId === name || account.accountKey === name).map((a) => a.accountId)
  )

/** The shares of all consents, after what a killed run left behind is in the book. */
const shares = Effect.fnUntraced(function*(pipeline: Request["pipeline"], order: Order) {
  const consents = yield* concerned(order)
  const all = yield* Effect.gen(function*() {
    yield* normalise({ ending: false })
    return yield* Effect.forEach(consents, (consent) =>
      shareOf(consent, pipeline, order).pipe(
        Effect.provide(Capabilities.get(consent.institution)),
        Effect.map((share) => ({ consent, share }))
      ))
  }).pipe(Effect.provide(book), Effect.scoped)
  return order.account === null ? all : yield* ofAccount(all, order.account)
})

/** The shares in which an account lies. An AccountId must mean one account alone; an account_key may be under several. */
const ofAccount = Effect.fnUntraced(
  function*<S extends { readonly share: Share }>(all: ReadonlyArray<S>, account: string) {
    const theirs = all.filter(({ share }) => (share.request.accounts?.size ?? 0) > 0)
    const keys = new Set(
      theirs.flatMap(({ share }) =>
        share.standing.accounts.filter(({ accountId }) => share.request.accounts?.has(accountId)).map((a) =>
          a.accountKey
        )
      )
    )
    return keys.size === 1 ? theirs : yield* new AccountUnknown({ account, found: keys.size })
  }
)

/** What concerns the whole run; anything else concerns one consent alone. */
const Fatal = Schema.Union([StorageError, WorldMismatch, CredentialsRefused, ConfigurationInvalid])
const isFatal = Schema.is(Fatal)

const isOneConsents = <E>(error: E): error is Exclude<E, typeof Fatal.Type> => !isFatal(error)

/** One consent's share, with what went wrong in it. */
const syncOne = Effect.fnUntraced(
  function*({ consent, share }: { readonly consent: KnownConsent; readonly share: Share }) {
    const done = yield* syncConsent(share).pipe(
      Effect.provide(Capabilities.get(consent.institution)),
      Effect.map((shared) => ({
        causes: causesOf(shared),
        pages: shared.results.reduce((sum, { pages }) => sum + pages, 0),
        waiting: false
      })),
      Effect.catchIf(
        isOneConsents,
        (error) => Effect.succeed({ causes: [refusalCause(error)], pages: 0, waiting: error._tag === "ConsentWaiting" })
      )
    )
    yield* Effect.forEach(done.causes, ({ message }) => Effect.logWarning(message))
    return done
  }
)

/** Reads what an order concerns. One consent's trouble stops no other. */
export const sync = Effect.fn("sync")(
  function*(pipeline: Request["pipeline"], order: Order) {
    const due = yield* shares(pipeline, order)
    const done = yield* Effect.forEach(due, syncOne, { concurrency: consentsAtOnce })
    // A consent that waits for its person is nobody's fault, unless it was named or there is no other.
    const quiet = order.consent === null && !done.every(({ waiting }) => waiting)
    return {
      causes: done.flatMap(({ causes, waiting }) => waiting && quiet ? [] : causes),
      pages: done.reduce((sum, { pages }) => sum + pages, 0)
    } satisfies Flow
  },
  Effect.catchTag("NoConsent", (error) => Effect.succeed<Flow>({ causes: [needsPerson(error)], pages: 0 }))
)
