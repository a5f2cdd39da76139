/**
 * Questions that two readings of the same rows leave open, as the snapshot has them: open until a later answer of the bank
 * tells, the balances leave one reading only, or a person has said which it is.
 */
import { Effect, Schema } from "effect"
import { newestOverAfter } from "../journal/runProblems.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { requireNotTaken } from "./accountTaken.ts"
import { snapshot } from "./snapshot.ts"
import { SnapshotOutdated } from "./SnapshotOutdated.ts"

const text = Schema.NullOr(Schema.String)

/** One question. `readings` is what may be answered; `resolved_run`, `resolved_by` and `reading` are null while it is open. */
export const ReviewRow = Schema.Struct({
  review_id: Schema.String,
  kind: Schema.String,
  account_key: text,
  institution: text,
  booking_date: text,
  transaction_keys: Schema.Array(Schema.String),
  readings: Schema.Array(Schema.String),
  reason: text,
  opened_run: text,
  resolved_run: text,
  resolved_by: Schema.NullOr(Schema.Literals(["bank", "bridge", "person"])),
  reading: text
})
export type ReviewRow = typeof ReviewRow.Type

/** What somebody, or the balances, have said of a question. */
const Answer = Schema.Struct({
  change: Schema.Literals(["answered", "undone", "judged"]),
  reading: text,
  run_id: Schema.String,
  said_at: Schema.String,
  said_by: Schema.String,
  reason: Schema.String
})

/** A row in question; `counted` says whether it counts as things stand. */
const Row = Schema.Struct({
  transaction_key: Schema.String,
  status: text,
  booking_date: text,
  amount: text,
  currency: text,
  description: text,
  raw_page_id: text,
  row_index: Schema.NullOr(Schema.Int),
  counted: Schema.Boolean
})

/** The store has no such question, or has not published it yet. */
export class ReviewUnknown extends Schema.TaggedError<ReviewUnknown>()("ReviewUnknown", { reviewId: Schema.String }) {
  override get message() {
    return `no question ${this.reviewId} in this store; list them with: daybook reviews list --all`
  }
}

/** Nothing is left to be answered. */
export class ReviewResolved extends Schema.TaggedError<ReviewResolved>()("ReviewResolved", {
  reviewId: Schema.String,
  resolvedRun: Schema.String,
  resolvedBy: Schema.String
}) {
  override get message() {
    const next = this.resolvedBy === "person"
      ? `take that answer back first: daybook reviews undo ${this.reviewId} --as WHO --reason TEXT`
      : "see what is open: daybook reviews list"
    return `question ${this.reviewId} is resolved since run ${this.resolvedRun} (${this.resolvedBy}); ${next}`
  }
}

/** There is no answer of a person to take back. */
export class ReviewUnanswered extends Schema.TaggedError<ReviewUnanswered>()("ReviewUnanswered", {
  reviewId: Schema.String
}) {
  override get message() {
    return `question ${this.reviewId} has no answer of a person to take back; look at it: daybook reviews show ${this.reviewId}`
  }
}

/** That is no answer to this question. */
export class ReadingUnknown extends Schema.TaggedError<ReadingUnknown>()("ReadingUnknown", {
  reviewId: Schema.String,
  readings: Schema.Array(Schema.String)
}) {
  override get message() {
    return `question ${this.reviewId} can be answered ${this.readings.join(" or ")}; ` +
      `say which: daybook reviews answer ${this.reviewId} ${this.readings[0] ?? "READING"} --as WHO --reason TEXT`
  }
}

/** Why a question takes no word of a person. */
export const refusals = [
  "AccountListedBeside",
  "ReadingUnknown",
  "ReviewResolved",
  "ReviewUnanswered",
  "ReviewUnknown",
  "SameAlreadySaid",
  "SnapshotOutdated"
] as const

const answerable = isAny("duckdb_tables() where table_name = 'review_answers'")

/** The questions by age; `open` leaves out what is resolved. */
export const listReviews = Effect.fn("inspect.listReviews")(function*(options: { readonly open: boolean }) {
  const warehouse = yield* Warehouse
  if (!(yield* answerable)) {
    return yield* new SnapshotOutdated({ path: (yield* StoreLayout).snapshot, lacks: "took no answers to questions" })
  }
  const rows = yield* warehouse.rows(ReviewRow, new URL("./reviews.sql", import.meta.url))
  return options.open ? rows.filter(({ resolved_run }) => resolved_run === null) : rows
})

const oneReview = Effect.fnUntraced(function*(reviewId: string) {
  const review = (yield* listReviews({ open: false })).find(({ review_id }) => review_id === reviewId)
  return review ?? (yield* new ReviewUnknown({ reviewId }))
})

/** One question, with the rows that it is about and what people and balances have said of it. */
export const showReview = Effect.fn("inspect.showReview")(function*(reviewId: string) {
  const warehouse = yield* Warehouse
  const review = yield* oneReview(reviewId)
  const which = { review: reviewId }
  const rows = yield* warehouse.rows(Row, new URL("./reviewRows.sql", import.meta.url), which)
  const answers = yield* warehouse.rows(Answer, new URL("./reviewAnswers.sql", import.meta.url), which)
  return { ...review, rows, answers }
})

/** A question that can be answered so: it is open, or balances alone have answered it. */
export const openReview = Effect.fn("inspect.openReview")(function*(reviewId: string, reading: string) {
  const review = yield* oneReview(reviewId)
  const { readings, resolved_by, resolved_run } = review
  if (!readings.includes(reading)) return yield* new ReadingUnknown({ reviewId, readings })
  // What balances say a person may know better.
  if (resolved_run !== null && resolved_by !== "bridge") {
    return yield* new ReviewResolved({ reviewId, resolvedRun: resolved_run, resolvedBy: resolved_by ?? "bank" })
  }
  if (reading === "same") yield* requireNotTaken(reviewId)
  return review
})

/** A question that a person has answered. */
export const answeredReview = Effect.fn("inspect.answeredReview")(function*(reviewId: string) {
  const review = yield* oneReview(reviewId)
  return review.resolved_by === "person" ? review : yield* new ReviewUnanswered({ reviewId })
})

/** A question that still takes a word of a person, as it is found. */
export type TakesWord = ReturnType<typeof openReview> | ReturnType<typeof answeredReview>

const Known = Schema.Struct({ run_id: text })

/** What the snapshot refuses, the book may take: where a run is over that the snapshot does not know, as one that was killed. */
const unlessBehind =
  (reviewId: string) => <E extends { readonly _tag: string }, R>(found: Effect.Effect<ReviewRow, E, R>) =>
    Effect.catch(found, (why) =>
      Effect.gen(function*() {
        const [known] = yield* (yield* Warehouse).rows(Known, "select max(run_id) as run_id from runs")
        const isBehind = (yield* newestOverAfter(known?.run_id ?? null)) !== null
        return isBehind && why._tag !== "ReadingUnknown" ? yield* oneReview(reviewId) : yield* Effect.fail(why)
      }))

/** The same of the snapshot, as far as that tells. */
export const reviewToAnswer = (reviewId: string, reading: string) =>
  openReview(reviewId, reading).pipe(unlessBehind(reviewId))

export const reviewToUndo = (reviewId: string) => answeredReview(reviewId).pipe(unlessBehind(reviewId))

/** Says a word on one question, and gives the others that this has left open, and those that it has answered: one answer may imply another. */
export const othersMovedBy = Effect.fn("inspect.othersMovedBy")(function*<A, E, R>(
  reviewId: string,
  word: Effect.Effect<A, E, R>
) {
  const open = listReviews({ open: true }).pipe(Effect.provide(snapshot, { local: true }))
  const before = yield* open
  const said = yield* word
  const after = yield* open
  const only = (these: typeof before, others: typeof before) => {
    const known = new Set([reviewId, ...others.map(({ review_id }) => review_id)])
    return these.filter(({ review_id }) => !known.has(review_id)).map(({ reason, review_id }) => reason ?? review_id)
  }
  return { said, opened: only(after, before), answered: only(before, after) }
})
