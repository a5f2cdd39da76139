/**
 * `daybook consent forget <consent>`: gives a consent up, and with `--purge` all that was read under it.
 */
import { Array, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { bytesOf, counted } from "../../../domain/inWords.ts"
import { answer } from "../../answer.ts"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"

export const consentForget = Command.make(
  "forget",
  {
    consentId: Argument.String("consent").pipe(
      Argument.withDescription("The consent's id, as consent list prints it")
    ),
    purge: Flag.Boolean("purge").pipe(
      Flag.withDescription("Remove what was read under it from the journal, the book and the snapshot (default false)"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fn("cli.consent.forget")(function*({ consentId, json, purge }) {
    const pipeline = yield* load(() => import("../../../../pipelines/forget.ts"))
    const { StoreLayout } = yield* load(() => import("../../../store/StoreLayout.ts"))
    const layout = yield* StoreLayout
    const forgotten = yield* purge ? pipeline.purge(consentId) : pipeline.forget(consentId)
    const { aliveAtBank, aliveUntil, exports, institution, isRead, sharedWith, unread, went } = forgotten
    const left = Array.difference(unread, went?.accountKeys ?? [])
    const value = {
      consent_id: consentId,
      institution,
      purged: purge,
      went: went === null ? null : {
        folders: went.folders,
        answers: went.answers,
        bytes: went.bytes,
        accounts: went.accounts,
        account_keys: went.accountKeys,
        balances: went.balances,
        transactions: went.transactions
      },
      recorded_in: went?.runId ?? null,
      new_account_keys: went?.newKeys ?? 0,
      shared_with: sharedWith,
      institution_read: isRead,
      unread_account_keys: left,
      exports,
      exports_folder: layout.exports,
      alive_at_bank: aliveAtBank,
      alive_at_bank_until: aliveUntil
    }
    const until = aliveUntil === null ? "" : `, until ${aliveUntil.slice(0, 10)}`
    const missed = isRead
      ? left.length === 0 ? null : `no consent that lives opens ${left.join(", ")}, and no night reads that`
      : `no consent of ${institution} lives now, and no night reads it`
    yield* answer(json, value, () => [
      `consent ${consentId} of ${institution} is no longer used`,
      ...went === null
        ? [
          "stays: what was read under it, in the journal and the book; to remove that: " +
          `daybook consent forget ${consentId} --purge`
        ]
        : [
          `went: ${counted(went.folders, "folder")} of the journal with ${counted(went.answers, "answer")}, ${
            bytesOf(went.bytes)
          }`,
          `went: ${counted(went.accounts, "account")}, ${counted(went.balances, "balance")} and ` +
          `${counted(went.transactions, "booked transaction")}, from the book and the snapshot`,
          `stays: that it went, in the log of run ${went.runId}, for ever`,
          "stays: in the logs of runs, what checks of config/checks showed, what balances said, and keys of accounts; nothing else tells it",
          "stays: every copy that was made of the journal before",
          ...exports === 0 || went.accountKeys.length === 0 ? [] : [
            `stays: in a ledger, what left of ${
              went.accountKeys.join(", ")
            }; no export takes it back, so take it out there`
          ]
        ],
      ...went === null || went.newKeys === 0 ? [] : [
        `stays: ${
          counted(went.newKeys, "account")
        } under a new account_key, because the old one was made from what went`
      ],
      ...sharedWith.length === 0 ? [] : [`stays: what was read of the same accounts under ${sharedWith.join(", ")}`],
      ...exports === 0 ? [] : [`stays: ${counted(exports, "export")} in ${layout.exports}, as shipped`],
      ...aliveAtBank ? [`stays: the consent at the bank${until}; only the person can withdraw it there`] : [],
      ...missed === null ? [] : [`${missed} until one does; ask for a new one: daybook consent new ${institution}`]
    ])
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Use a consent no more; with --purge remove what was read under it, and leave a record of that"
  ),
  Command.withExamples([
    {
      command: "daybook consent forget 7d6f5c1e-8a30-4d1b-9b57-5b4f1d0c2a11",
      description: "Read it no more; what was read stays"
    },
    {
      command: "daybook consent forget 7d6f5c1e-8a30-4d1b-9b57-5b4f1d0c2a11 --purge",
      description: "Remove what was read under it as well; asks nothing"
    }
  ])
)
