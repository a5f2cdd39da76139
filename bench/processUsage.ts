/**
 * Writes what the process took into the file `out` names when it exits, as JSON: seconds of processor time, of the system's and
 * of all threads, and the peak of its resident memory in MB.
 *
 *     node --import file:///…/bench/processUsage.ts?out=/tmp/usage src/main.ts …
 */
import { writeFileSync } from "node:fs"

const out = new URL(import.meta.url).searchParams.get("out")
if (out !== null) {
  process.on("exit", () => {
    const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
    writeFileSync(out, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }))
  })
}
