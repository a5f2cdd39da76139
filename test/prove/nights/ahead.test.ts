/**
 * While one batch of a journal is made into rows again, the next is staged in a second session. What was staged there counts only
 * where each account is still what it was.
 */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

/** Hears the files of steps that a session runs; `then` comes after each. */
const heard = (
  warehouse: typeof Warehouse.Service,
  then: (step: string) => Effect.Effect<void>
): typeof Warehouse.Service =>
  Warehouse.of({
    ...warehouse,
    file: (url, values) =>
      Effect.andThen(
        warehouse.file(url, values),
        Effect.suspend(() => then(url.pathname.split("/normalise/").at(-1) ?? ""))
      )
  })

const stage = "transactions/stage.sql"
const takeOver = "batch/takeOver.sql"

const rows = "select transaction_id, amount, load_seq from transaction_versions order by load_seq, transaction_id"

const told = [
  { transaction_id: "t-1", amount: "-1.00000", load_seq: 2 },
  { transaction_id: "t-2", amount: "-2.00000", load_seq: 4 },
  { transaction_id: "t-3", amount: "-3.00000", load_seq: 6 }
]

it.effect("stages several nights ahead together, and each counts where it is written", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
      const listed = days.map((day, index) => paid(`t-${index + 1}`, day, `${index + 1}.00`))
      for (const [index, day] of days.entries()) {
        yield* night(day, accounts(), transactions(listed.slice(0, index + 1)))
      }
      const written = yield* query(rows)
      const steps: Array<string> = []
      const made = yield* again(rows, (warehouse) => ({
        ...heard(warehouse, (step) => Effect.sync(() => steps.push(step))),
        beside: (effect) =>
          warehouse.beside(
            Effect.updateService(effect, Warehouse, (other) =>
              heard(other, (step) => Effect.sync(() => steps.push(`beside ${step}`))))
          )
      }))
      assert.deepStrictEqual(made, written)
      const count = (step: string) => steps.filter((each) => each === step).length
      assert.deepStrictEqual(
        { beside: count("beside accounts/stage.sql"), takenOver: count(takeOver) },
        { beside: 3, takenOver: 8 }
      )
    })))

it.effect("stages the next batch ahead, and once more where an account was opened meanwhile", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [first, second, third] = [
        paid("t-1", "2026-11-16", "1.00"),
        paid("t-2", "2026-11-17", "2.00"),
        paid("t-3", "2026-11-18", "3.00")
      ]
      yield* night("2026-11-17", accounts(), transactions([first]))
      yield* night("2026-11-18", accounts(), transactions([first, second]))
      yield* night("2026-11-19", accounts(), transactions([first, second, third]))
      assert.deepStrictEqual(yield* query(rows), told)

      const written: Array<string> = []
      const isStaged = yield* Deferred.make<void>()
      const made = yield* again(rows, (warehouse) => {
        const heardBeside = Effect.updateService(Warehouse, (other: typeof Warehouse.Service) =>
          heard(other, (step) =>
            step === stage ? Effect.asVoid(Deferred.succeed(isStaged, undefined)) : Effect.void))
        return {
          ...heard(warehouse, (step) => {
            if (step === stage || step === takeOver) {
              written.push(step)
            }
            // The first night opens the account: its end waits until the second one was staged without it.
            return step === stage ? Deferred.await(isStaged) : Effect.void
          }),
          beside: (effect) =>
            warehouse.beside(heardBeside(effect))
        }
      })
      assert.deepStrictEqual(made, told)
      const [accountsTaken, rowsTaken] = [takeOver, takeOver]
      assert.deepStrictEqual(written, [stage, accountsTaken, rowsTaken, stage, accountsTaken, rowsTaken])
    })))
