/**
 * A release of an account that nothing holds back.
 */
import { Schema } from "effect"

/** Nothing holds the account back: it is proven, or the policy lets it be shipped. */
export class AccountNotHeld extends Schema.TaggedError<AccountNotHeld>()("AccountNotHeld", {
  account: Schema.String
}) {
  override get message() {
    return `account ${this.account} is not held back, so there is nothing to release; see what is: daybook status`
  }
}
