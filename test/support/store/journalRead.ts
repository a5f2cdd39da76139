/**
 * A store of its own for a test, and a hand that writes reads into its journal as a pull would.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer } from "effect"
import { AccountId, ConsentId, Institution } from "../../../src/domain/identifiers.ts"
import type { Resource } from "../../../src/domain/permission.ts"
import { Capabilities } from "../../../src/institution/Capabilities.ts"
import type { ConsentRead } from "../../../src/journal/events.ts"
import { Run } from "../../../src/journal/Run.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { StoreClock } from "../../../src/store/StoreClock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { quickBooks } from "./quickBooks.ts"

/** A new store in a temporary folder, in which a run of `pipeline` is going on. */
export const storeLayer = (config = "config") =>
  Layer.unwrap(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const root = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-store-" })
    return Layer.mergeAll(StoreClock.layer, Capabilities.layer).pipe(
      Layer.provideMerge(Layer.succeed(StoreLayout, StoreLayout.at(root))),
      Layer.provideMerge(Layer.succeed(ConfigFolder, config)),
      Layer.provideMerge(quickBooks)
    )
  })).pipe(Layer.provideMerge(NodeServices.layer))

export const runLayer = Run.layer("nightly", null)

export const consent = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")

/** What a bank answered to one read; text stands for a body that is not built by hand. */
export interface AnsweredRead {
  readonly resource: Resource
  readonly account?: string
  readonly institution?: string
  readonly consent?: ConsentId
  readonly from?: string
  readonly to?: string
  readonly outcome?: "complete" | "partial" | "refused"
  /** The days that it says it proves; without, it is a read of before reads said so. */
  readonly proves?: { readonly from: string | null; readonly to: string } | null
  /** Why it was not complete. */
  readonly errorTag?: string
  /** From which day on the bank has not told whether it gives them. */
  readonly untoldFrom?: string
  /** How many of the pages are of walks before the last. */
  readonly earlier?: number
  /** Whether it is known that equal rows at the edges of its pages are several. */
  readonly edgesTell?: boolean
  /** Whether equal rows without ids stood on several pages each time that it was read. */
  readonly equalRows?: boolean
  /** From when on the bank says that it has anything. */
  readonly firstAvailable?: string
  /** The consent whose place this one was made to take; said before its first read. */
  readonly replaces?: ConsentId
  /** What the consent's record said before this read. */
  readonly agreed?: Partial<
    Pick<typeof ConsentRead.Type, "status" | "permissions" | "transaction_from" | "transaction_to" | "expires_at">
  >
  /** Why the content coding of its pages could not be undone. */
  readonly coding?: "broken" | "unknown"
  readonly pages: ReadonlyArray<unknown>
}

/** Writes a read that was answered with these pages into the journal of the run that is going on. */
export const journalRead = Effect.fn("test.journalRead")(function*(read: AnsweredRead) {
  const run = yield* Run
  const folder = yield* run.folder(read.consent ?? consent)
  const read_id = yield* run.nextReadId
  const at = yield* run.at
  const bounds = { from: read.from ?? null, to: read.to ?? null }
  if (read.replaces !== undefined) {
    yield* folder.append({
      event: "consent-created",
      at,
      consent_id: folder.consentId,
      replaces: read.replaces,
      institution: Institution.make(read.institution ?? "gb_alder_personal"),
      authorization_uri: "https://bank.example/authorise",
      callback_uri: "http://127.0.0.1:8765/callback",
      permissions: ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"]
    })
  }
  if (read.agreed !== undefined) {
    yield* folder.append({
      event: "consent-read",
      at,
      consent_id: folder.consentId,
      status: "AUTH",
      status_sent: "AUTH",
      deleted: false,
      permissions: ["ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"],
      expires_at: null,
      created_at: null,
      modified_at: null,
      transaction_from: null,
      transaction_to: null,
      ...read.agreed
    })
  }
  yield* folder.append({
    event: "read-started",
    at,
    read_id,
    run_id: run.id,
    consent_id: folder.consentId,
    institution: Institution.make(read.institution ?? "gb_alder_personal"),
    resource: read.resource,
    route: read.account === undefined ? "bulk" : "account",
    account_id: read.account === undefined ? null : AccountId.make(read.account),
    ...bounds,
    attended: false
  })
  const earlier: Array<number> = []
  for (const [index, page] of read.pages.entries()) {
    const body = page instanceof Uint8Array
      ? page
      : new TextEncoder().encode(typeof page === "string" ? page : JSON.stringify(page))
    const request_id = `${read_id}-${index}`
    yield* folder.append({ event: "asked", at, request_id, read_id, method: "GET", path: `/${read.resource}` })
    const kept = yield* folder.keep(body)
    if (index < (read.earlier ?? 0) && kept.frame !== null) earlier.push(kept.frame)
    yield* folder.append({
      event: "answered",
      at,
      request_id,
      read_id,
      http_status: 200,
      duration_ms: 1,
      interaction_id: null,
      page: index + 1,
      bytes: body.byteLength,
      ...read.coding === undefined ? {} : { coding: read.coding },
      ...kept
    })
  }
  yield* folder.sync
  yield* folder.append({
    event: "read-ended",
    at,
    read_id,
    outcome: read.outcome ?? "complete",
    error_tag: read.errorTag ?? null,
    message: null,
    pages: read.pages.length,
    ...bounds,
    ...read.proves === undefined ? {} : { proves: read.proves },
    ...read.untoldFrom === undefined ? {} : { untold_from: read.untoldFrom },
    ...earlier.length === 0 ? {} : { earlier },
    ...read.edgesTell === undefined ? {} : { edges_tell: read.edgesTell },
    ...read.equalRows === undefined ? {} : { equal_rows: read.equalRows },
    ...read.firstAvailable === undefined ? {} : { first_available: read.firstAvailable },
    findings: [],
    learned: []
  })
  yield* folder.sync
  return read_id
})
