/**
 * What people have said of questions that a book made again asks under other names, or asks no more: of rows of an account that is
 * another by it, and of accounts. The journal names them as they were.
 */
import { Effect, Schema } from "effect"
import { defineMacros } from "../book/macros.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** The last word on a question that is asked under another name, `asked_now`, or no more; null is that it was taken back. */
const Carried = Schema.Struct({
  asked_then: Schema.String,
  asked_now: Schema.NullOr(Schema.String),
  kind: Schema.String,
  reading: Schema.NullOr(Schema.String),
  /** What of it the open book obeys already. */
  reading_now: Schema.NullOr(Schema.String),
  by: Schema.String,
  reason: Schema.String
})

/**
 * Finds it for the open book, which is to take the place of the one at `live`, where it is not obeyed already. One that is damaged
 * cannot say it any more.
 */
export const carriedAnswers = Effect.fn("upkeep.carriedAnswers")(
  function*(live: string) {
    const warehouse = yield* Warehouse
    yield* defineMacros()
    yield* warehouse.run("attach $live as live (read_only)", { live })
    yield* warehouse.file(new URL("./carriedAnswers.sql", import.meta.url)).pipe(
      Effect.ensuring(Effect.ignore(warehouse.run("detach live")))
    )
    const found = yield* warehouse.rows(Carried, "from carried_answers")
    return found.filter(({ asked_now, reading, reading_now }) => asked_now === null || reading !== reading_now)
  },
  Effect.catchTag("StorageDamaged", ({ message }) => {
    const told = `what people have said cannot be looked for in the book that is there: ${message}`
    return Effect.as(Effect.logWarning(told), [])
  })
)

/** Tells of an answer that nothing carries over. */
export const tellLost = ({ asked_now, asked_then, by, reading }: typeof Carried.Type) => {
  const answer = reading === null ? `that ${by} took back the answer` : `the answer ${reading} of ${by}`
  return Effect.logWarning(
    asked_now === null
      ? `${answer} to question ${asked_then} no longer holds: nothing asks the same now, or what does has an answer of its own; ` +
        "look at it: daybook reviews list --all"
      : `${answer} to question ${asked_then} no longer holds: the same is asked as ${asked_now} now; ` +
        `say it of that: daybook reviews show ${asked_now}`
  )
}
