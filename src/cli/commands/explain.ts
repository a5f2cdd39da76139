/**
 * `daybook explain`: where a row came from, why one is there or not, and what an account's balances prove.
 */
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BookingDay } from "../../domain/bookingDay.ts"
import { minute } from "../../domain/inWords.ts"
import type { Explanation } from "../../inspect/explain.ts"
import { answer } from "../answer.ts"
import { type Block, facts, verbose } from "../blocks.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { type Names, publishedNames } from "../names.ts"
import { proofText } from "../proofText.ts"
import { moneyCell } from "../rowCells.ts"

const inspect = load(() =>
  Promise.all([
    import("../../inspect/explain.ts"),
    import("../../inspect/explainProof.ts"),
    import("../../inspect/explainWhy.ts"),
    import("../../inspect/snapshot.ts")
  ])
)

const Amount = Schema.String.check(Schema.isPattern(/^[+-]?\d{1,13}(\.\d{1,5})?$/))

/** Neither a key nor all three of what a person knows, or both. */
export class QuestionUnclear extends Schema.TaggedError<QuestionUnclear>()("QuestionUnclear", {}) {
  override get message() {
    return "say which row is meant: its transaction_key, or --account, --date and --amount together; see: daybook explain --help"
  }
}

/** The row as sent; what a bank sends must not steer a terminal, and JSON escapes only some of that. */
const indented = (row: unknown): ReadonlyArray<string> =>
  row === null
    ? ["  the journal no longer has it"]
    : JSON.stringify(row, null, 2).replaceAll(/[\u007f-\u009f]/g, " ").split("\n").map((line) => `  ${line}`)

const origin = (found: Explanation, names: Names): ReadonlyArray<Block> => [
  facts([
    ["amount", `${moneyCell(found.amount, found.currency)} on ${found.booking_date}, ${found.status}`],
    ["description", found.description],
    ["transaction", found.transaction_key],
    ["version", `${found.version} (${found.change}), known since ${minute(found.known_from)}`],
    ["identity", `${found.identity_tier === "id" ? "the bank's id" : "what was sent"}, rule ${found.rule ?? "-"}`],
    ["account", `${names.account(found.account_key)} at ${names.bank(found.institution) ?? "-"}`],
    [verbose("account_key"), found.account_key],
    ["previous", found.previous_key === null ? null : `${found.previous_key} (by ${found.previous_tier ?? "-"})`],
    [
      "exports",
      found.exports.map(({ folder, version }) => `${folder ?? "-"} (version ${version})`).join(", ") || null
    ],
    ["run, read", `${found.run_id ?? "-"}, ${found.read_id ?? "-"}`],
    ["request", `${found.request_id ?? "-"} (interaction ${found.interaction_id ?? "-"})`],
    [
      "answer",
      `${found.file ?? "-"}, frame ${found.frame ?? "-"}, page ${found.page ?? "-"}, ${minute(found.received_at)}`
    ],
    ["pointer", found.pointer]
  ]),
  "",
  "As sent:",
  ...indented(found.row)
]

export const explain = Command.make(
  "explain",
  {
    key: Argument.String("transaction key").pipe(
      Argument.withDescription("The transaction_key of a row"),
      Argument.optional
    ),
    account: Flag.String("account").pipe(
      Flag.withDescription("The account: an account_key, or an AccountId that only one has (default none)"),
      Flag.optional
    ),
    date: Flag.String("date").pipe(
      Flag.withDescription("The booking day, YYYY-MM-DD (default none)"),
      Flag.withSchema(BookingDay),
      Flag.optional
    ),
    amount: Flag.String("amount").pipe(
      Flag.withDescription("The amount; without a sign it is meant either way (default none)"),
      Flag.withSchema(Amount),
      Flag.optional
    ),
    json
  },
  Effect.fn("cli.explain")(function*({ account, amount, date, json, key }) {
    const [{ explain }, { explainProof }, { explainWhy }, { snapshot }] = yield* inspect
    if (Option.isSome(key)) {
      if ([account, amount, date].some(Option.isSome)) return yield* new QuestionUnclear()
      const found = yield* explain(key.value).pipe(Effect.provide(snapshot))
      const names = yield* publishedNames
      return yield* answer(json, found, () => origin(found, names))
    }
    if (Option.isSome(account) && Option.isNone(date) && Option.isNone(amount)) {
      const proof = yield* explainProof(account.value).pipe(Effect.provide(snapshot))
      return yield* answer(json, proof, () => proofText(proof))
    }
    if (Option.isNone(account) || Option.isNone(date) || Option.isNone(amount)) return yield* new QuestionUnclear()
    const why = yield* explainWhy({ account: account.value, amount: amount.value, date: date.value }).pipe(
      Effect.provide(snapshot)
    )
    yield* answer(json, why, () =>
      why.reasons.map(({ message, raw_page_id, transaction_key }) =>
        [
          message,
          ...transaction_key === null ? [] : [`daybook explain ${transaction_key}`],
          ...raw_page_id === null ? [] : [`daybook quarantine show ${raw_page_id}`]
        ].join("\n  ")
      ).join("\n"))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Say where a row came from, why a payment is in the book or is not, and what an account's balances prove"
  ),
  Command.withExamples([
    {
      command: "daybook explain 5f0c7b1d2e3a4f5061728394a5b6c7d8",
      description: "Export, version, rule, page, request, and the row as the bank sent it"
    },
    {
      command: "daybook explain --account a-1 --date 2026-11-18 --amount 12.50",
      description: "Why it is there, why it is not, and until when it can still be had"
    },
    { command: "daybook explain --account a-1", description: "What its balances prove, and where they do not add up" }
  ])
)
