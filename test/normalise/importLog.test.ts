/**
 * Which logs of the journal are taken over together.
 */
import { assert, it } from "@effect/vitest"
import { ConsentId, RunId } from "../../src/domain/identifiers.ts"
import { type FoundLog, together } from "../../src/normalise/importLog.ts"

const runId = RunId.make("000001-0a1b2c3d")
const consentId = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")

const log = (name: string, ofConsent: boolean, text = "{}\n"): FoundLog => ({
  events: [],
  proofs: [],
  text,
  folder: { name, path: name, runId, consentId: ofConsent ? consentId : null }
})

const namesOf = (pieces: ReadonlyArray<ReadonlyArray<FoundLog>>) =>
  pieces.map((piece) => piece.map(({ folder }) => folder.name))

it("takes over together all logs of runs, and all of consents", () => {
  const logs = [log("runs/1", false), log("runs/2", false), log("a/1", true), log("a/2", true), log("b/1", true)]
  assert.deepStrictEqual(namesOf(together(logs)), [["runs/1", "runs/2"], ["a/1", "a/2", "b/1"]])
})

it("takes over by itself what is too long to be taken with others, and loses none", () => {
  const long = "x".repeat(17 * 1024 * 1024)
  const logs = [log("a/1", true), log("a/2", true, long), log("a/3", true), log("a/4", true)]
  assert.deepStrictEqual(namesOf(together(logs)), [["a/1"], ["a/2"], ["a/3", "a/4"]])
  assert.deepStrictEqual(together([]), [])
})
