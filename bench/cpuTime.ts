/**
 * Writes the processor time of the process, of the system's and of all threads, into the file `out` names, in seconds, when it
 * exits:
 *
 *     node --import file:///…/bench/cpuTime.ts?out=/tmp/cpu src/main.ts …
 */
import { writeFileSync } from "node:fs"

const out = new URL(import.meta.url).searchParams.get("out")
if (out !== null) {
  process.on("exit", () => {
    const { system, user } = process.cpuUsage()
    writeFileSync(out, String((user + system) / 1e6))
  })
}
