/**
 * A name that means no account, or more than one.
 */
import { Schema } from "effect"

/** No account is called so, or several are: an AccountId must mean one account alone. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()("AccountUnknown", {
  account: Schema.String,
  found: Schema.Int
}) {
  override get message() {
    const what = this.found === 0 ? "no account of this store is" : `${this.found} accounts of this store are`
    return `${what} called ${this.account}; name one by its account_key, they are listed with: daybook accounts --verbose`
  }
}
