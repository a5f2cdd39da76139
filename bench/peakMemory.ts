/**
 * Writes the peak resident memory of the process into the file `out` names, in MB, when it exits:
 *
 *     node --import file:///…/bench/peakMemory.ts?out=/tmp/peak src/main.ts …
 */
import { writeFileSync } from "node:fs"

const out = new URL(import.meta.url).searchParams.get("out")
if (out !== null) process.on("exit", () => writeFileSync(out, String(process.resourceUsage().maxRSS / 1024)))
