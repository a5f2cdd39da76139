/**
 * `config/accounts.toml`: what an account is to its owner. Each entry means one account, or one that is still to come; what
 * is decided per account stands here and nowhere else. Which account is meant, only a book can tell.
 */
import { Array, Effect, Option, Path, Schema } from "effect"
import { ConfigFolder } from "./ConfigFolder.ts"
import { ConfigurationInvalid, type Fault } from "./ConfigurationInvalid.ts"
import { VerdictPolicy } from "./Settings.ts"
import { decodeToml, readToml, type TomlFile } from "./tomlFile.ts"

const text = (description: string) => Schema.optionalKey(Schema.NonEmptyString.annotate({ description }))
const policy = (description: string) => Schema.optionalKey(VerdictPolicy.annotate({ description }))

const namesSome = Schema.makeFilter((match: {
  readonly identification?: string
  readonly accountId?: string
  readonly accountKey?: string
}) =>
  (match.identification ?? match.accountId ?? match.accountKey) === undefined
    ? "expected identification, account_id or account_key"
    : true
)

const Match = Schema.Struct({
  institution: text("The bank, as the gateway names it."),
  identification: text("Any identification of the account: account number, IBAN or another; blanks do not count."),
  accountId: text("An AccountId under which a consent shows it."),
  accountKey: text("The account as Daybook knows it: account_key.")
}).check(namesSome).pipe(Schema.encodeKeys({ accountId: "account_id", accountKey: "account_key" }))

const Entry = Schema.Struct({
  match: Match,
  name: text("What its owner calls it."),
  entity: text("The legal entity that it belongs to."),
  ledgerCode: text("Its account in the ledger; text, leading zeros matter."),
  onBroken: policy("Instead of [export] on_broken, for this account."),
  onUnprovable: policy("Instead of [export] on_unprovable, for this account.")
}).pipe(Schema.encodeKeys({ ledgerCode: "ledger_code", onBroken: "on_broken", onUnprovable: "on_unprovable" }))

/** The file. */
export const AccountsFile = Schema.Struct({
  account: Schema.Array(Entry)
    .annotate({ description: "One account each." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

/** What is said of one account. */
export type AccountEntry = (typeof AccountsFile.Type)["account"][number]

/** The entries in their order, and how a fault of one of them is told. */
export interface AccountEntries {
  readonly entries: ReadonlyArray<AccountEntry>
  readonly faultOf: (index: number, message: string) => Fault
}

const faultIn = ({ file, lineOf }: TomlFile) => (index: number, message: string): Fault => ({
  file,
  key: `account.${index}.match`,
  line: lineOf(["account", index, "match"]),
  message
})

const wordsOf = ({ accountId, accountKey, identification, institution }: AccountEntry["match"]) =>
  JSON.stringify([institution, identification?.replaceAll(/\s/g, ""), accountId, accountKey])

/** Reads the file; one that is not there has no entries. */
export const readAccountEntries = Effect.fn("settings.readAccountEntries")(function*() {
  const path = yield* Path.Path
  const toml = yield* readToml(path.join(yield* ConfigFolder, "accounts.toml"))
  if (Option.isNone(toml)) {
    return {
      entries: [],
      faultOf: (_, message) => ({ file: "", key: null, line: null, message })
    } satisfies AccountEntries
  }
  const { account: entries } = yield* decodeToml(toml.value, AccountsFile)
  const faultOf = faultIn(toml.value)
  const written = entries.map(({ match }) => wordsOf(match))
  const faults = written.flatMap((words, index) =>
    written.indexOf(words) < index ? [faultOf(index, "another entry means the same account")] : []
  )
  if (Array.isReadonlyArrayNonEmpty(faults)) return yield* new ConfigurationInvalid({ faults })
  return { entries, faultOf } satisfies AccountEntries
})
