/**
 * Which seeds the proofs of balances play, and how many of them in one book: what a night costs beside its accounts is paid once
 * for the accounts of so many seeds.
 */
import { inject } from "vitest"

const { first, last, nights } = inject("seeds")

const seedsABook = 10

const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The seeds, book by book, and the nights of each world. */
export const seedBooks = {
  nights,
  seeds,
  books: Array.from(
    { length: Math.ceil(seeds.length / seedsABook) },
    (_, at) => seeds.slice(at * seedsABook, (at + 1) * seedsABook)
  )
}
