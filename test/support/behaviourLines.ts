/**
 * What the worlds of a run showed of each behaviour of banks: a line each, after all seeds.
 */
import type { Reporter, TestModule, Vitest } from "vitest/node"
import { everyBehaviour } from "./behaviours/behaviours.ts"

interface Line {
  readonly seeds: number
  readonly nights: number
  readonly rows: number
  readonly faults: number
}

const nothing: Line = { seeds: 0, nights: 0, rows: 0, faults: 0 }

const linesOf = (modules: ReadonlyArray<TestModule>): ReadonlyMap<string, Line> => {
  const lines = new Map<string, Line>()
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    const { behaviours } = test.meta()
    if (behaviours === undefined) continue
    for (const [name, { nights, rows }] of Object.entries(behaviours.happened)) {
      const line = lines.get(name) ?? nothing
      lines.set(name, {
        seeds: line.seeds + 1,
        nights: line.nights + nights,
        rows: line.rows + rows,
        faults: line.faults + behaviours.faults
      })
    }
  }
  return lines
}

const textOf = (name: string, { faults, nights, rows, seeds }: Line): string =>
  seeds === 0
    ? `  ${name}: in none of these seeds`
    : `  ${name}: ${seeds} seeds, ${nights} nights, ${rows} rows, ${faults} faults`

/**
 * The reporter. That a behaviour of a seed never happened is a fault of that seed; the faults of a seed count for each of its
 * behaviours.
 */
export const behaviourLines = (): Reporter => {
  let vitest: Vitest | undefined
  return {
    onInit: (started) => {
      vitest = started
    },
    onTestRunEnd: (modules) => {
      const lines = linesOf(modules)
      if (lines.size === 0) return
      const texts = everyBehaviour.map((name) => textOf(name, lines.get(name) ?? nothing))
      vitest?.logger.log(["\nwhat banks did:", ...texts].join("\n"))
    }
  }
}
