/**
 * Reads as the journal has them.
 */
import { assert, it } from "@effect/vitest"
import { ConsentId, Institution, ReadId, RunId } from "../../src/domain/identifiers.ts"
import type { JournalEvent } from "../../src/journal/events.ts"
import { journaledReads } from "../../src/normalise/journaledReads.ts"

const at = "2026-11-20T02:00:00.000Z"
const consent_id = ConsentId.make("c-1")
const run_id = RunId.make("000001-00000000")
const read_id = ReadId.make("r-1")

const started: JournalEvent = {
  event: "read-started",
  at,
  read_id,
  run_id,
  consent_id,
  institution: Institution.make("gb_test"),
  resource: "transactions",
  route: "bulk",
  account_id: null,
  from: null,
  to: null,
  attended: false
}

const answered = (frame: number, page: number | null): JournalEvent => ({
  event: "answered",
  at,
  request_id: `request-${frame}`,
  read_id,
  http_status: page === null ? 500 : 200,
  duration_ms: 1,
  interaction_id: null,
  frame,
  page,
  bytes: 10,
  crc32: null
})

const ended: JournalEvent = {
  event: "read-ended",
  at,
  read_id,
  outcome: "complete",
  error_tag: null,
  message: null,
  pages: 3,
  from: null,
  to: null,
  superseded: [0],
  findings: [],
  learned: []
}

it("the pages of a read stand in the order in which they came, however long each took to be kept", () => {
  const folder = { name: "c-1/run", path: "/nowhere", runId: run_id, consentId: consent_id }
  const lines = [started, answered(0, 1), answered(3, 2), answered(1, 1), answered(2, null), answered(4, 3), ended]
  const [read] = journaledReads(folder, lines)
  assert.deepStrictEqual(read?.pages.map(({ frame }) => frame), [1, 3, 4])
})
