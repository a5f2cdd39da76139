/**
 * What the model banks know and no bank says: which two rows are one movement of money, held against the pairs that a book
 * of the same rows finds.
 */
import { Console, Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import type { Entry } from "../../../src/sandbox/world/Entry.ts"
import { wireAccountId } from "../../../src/sandbox/world/identifiers.ts"
import { type OpenAccount, openBank } from "../../../src/sandbox/world/OpenBank.ts"
import { readBankFiles } from "../../../src/sandbox/world/readBankFiles.ts"
import { wireAccount } from "../../../src/sandbox/world/wireAccount.ts"
import { wireTransaction } from "../../../src/sandbox/world/wireTransaction.ts"
import { pageOf } from "../gateway/bankRows.ts"
import type { AnsweredRead } from "../store/journalRead.ts"
import { withBook } from "../store/withBook.ts"

/** A row as both sides can name it: AccountId, position in the account's one page. */
type RowName = string

interface OwnTransfers {
  readonly reads: ReadonlyArray<AnsweredRead>
  /** The debit and the credit of each movement of which both stand in the reads. */
  readonly pairs: ReadonlySet<string>
}

const consentOf = (at: number) => ConsentId.make(`7d6f5c1e-0000-4000-8000-00000000010${at}`)

const ownKinds = new Set(["transferIn", "transferOut", "exchangeIn", "exchangeOut", "repayment"])

const isOwn = ({ movement: { kind, narrative } }: Entry) =>
  ownKinds.has(kind) || (kind === "directDebit" && narrative === "DIRECT DEBIT CARD BILL")

/** How a pair is named. */
const pairOf = (debit: RowName, credit: RowName): string => `${debit} > ${credit}`

const dayMillis = 86_400_000

/** Noon of a day on which every bank has much to tell. */
const now = 1_794_916_800_000 // 2026-11-17T12:00:00Z

/** The first customer of each of these banks over its last `days`, as the demo reads them. */
const ownTransfers = Effect.fn("ownTransfers")(function*(days: number, banks: ReadonlyArray<string>) {
  const models = (yield* readBankFiles()).filter(({ bank }) => banks.includes(bank.institution))
  const reads: Array<AnsweredRead> = []
  const pairs = new Set<string>()
  for (const [at, model] of models.entries()) {
    const bank = openBank(model, { seed: 1, origin: now, heavy: 0 })
    const { institution } = bank.bank
    const consent = consentOf(at)
    const accounts = (bank.customers[0]?.accounts ?? []).flatMap(({ id }): ReadonlyArray<OpenAccount> => {
      const account = bank.account(id)
      return account === undefined ? [] : [account]
    })
    const posted = bank.posted(now)
    const halves = new Map<string, { debit?: RowName; credit?: RowName }>()
    const pages = accounts.map(({ holding, statement }) => {
      const { rows } = statement(posted)
      const accountId = wireAccountId(holding, consent)
      const entries = Array.from({ length: rows.length }, (_, index) => rows.entry(index)).filter((entry) =>
        entry.status === "booked" && entry.at >= now - days * dayMillis
      )
      for (const [index, entry] of entries.entries()) {
        if (!isOwn(entry)) continue
        // Both ends are made by the same draw: at the same second of the same day.
        const key = `${entry.movement.madeOn} ${entry.movement.second}`
        const half = halves.get(key) ?? {}
        halves.set(key, half)
        half[entry.minor < 0 ? "debit" : "credit"] = `${accountId} ${index}`
      }
      return {
        accountId,
        rows: entries.map((entry) => wireTransaction(holding, entry, { accountId, consentId: consent, posted }))
      }
    })
    for (const { credit, debit } of halves.values()) {
      if (debit !== undefined && credit !== undefined) pairs.add(pairOf(debit, credit))
    }
    reads.push(
      {
        resource: "accounts",
        institution,
        consent,
        pages: [pageOf("Account", accounts.map(({ holding }) => wireAccount(holding, consent)))]
      },
      ...pages.map(({ accountId, rows }): AnsweredRead => ({
        resource: "transactions",
        institution,
        consent,
        account: accountId,
        from: "2000-01-01",
        pages: [pageOf("Transaction", rows)]
      }))
    )
  }
  return { reads, pairs } satisfies OwnTransfers
})

const paired = `
  select d.account_id || ' ' || dt.row_index as debit, c.account_id || ' ' || ct.row_index as credit, confidence
  from internal_transfers
  join transactions dt on dt.transaction_key = debit_key
  join transactions ct on ct.transaction_key = credit_key
  join accounts d on d.account_key = from_account_key
  join accounts c on c.account_key = to_account_key`

/** Makes a book of these banks, prints how its pairs compare with what the banks know, and gives what is not right. */
export const compareTransfers = Effect.fn("compareTransfers")(function*(days: number, banks: ReadonlyArray<string>) {
  const { pairs, reads } = yield* ownTransfers(days, banks)
  const found = yield* withBook({}, ({ night, query }) => Effect.andThen(night("2026-11-18", ...reads), query(paired)))
  const named = new Set(found.map(({ credit, debit }) => pairOf(String(debit), String(credit))))
  const high = found.filter(({ confidence }) => confidence === "high").length
  const missed = [...pairs].filter((pair) => !named.has(pair))
  const wrong = [...named].filter((pair) => !pairs.has(pair))
  yield* Console.log(
    `${pairs.size} movements between own accounts at ${banks.length} banks in ${days} days: ${named.size} pairs, ` +
      `${high} of them high, ${wrong.length} false, ${missed.length} missed`
  )
  return { movements: pairs.size, missed, wrong }
})
