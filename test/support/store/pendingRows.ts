/**
 * Rows of account `a-1` that are not booked yet, and questions about them.
 */
import { paid } from "./withBook.ts"

/** A payment that is not booked yet. */
export const waiting = (id: string | undefined, day: string, amount: string, text = "CARD SHOP") =>
  paid(id, day, amount, { Status: "PDNG", TransactionInformation: text })

/** The same, booked. */
export const shop = (id: string | undefined, day: string, amount: string, text = "CARD SHOP") =>
  paid(id, day, amount, { TransactionInformation: text })

/** What is not booked yet, by the book. */
export const pending = "select transaction_id, amount from pending_transactions order by all"

/** What became of rows that were not booked. */
export const left = `select status, amount, change from transaction_versions where status = 'PDNG' and change <> 'new'
  order by load_seq, amount`

/** Which booked row was which that was not, and by what evidence. */
export const links = `select b.amount, p.amount as amount_before, b.previous_tier from transaction_versions b
  join transaction_versions p on p.transaction_key = b.previous_key and p.version = 1
  where b.status = 'BOOK' and b.version = 1 order by b.amount desc`
