/**
 * A fortnight of nights in which everything happens once that somebody should hear of: told once each, to a command and to
 * a webhook that fails twice.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Console, Effect, FileSystem, Schema } from "effect"
import { isSigned, signingKey } from "../../src/interface/webhooks.ts"
import { Notification } from "../../src/notify/Notification.ts"
import { Daybook } from "../support/daybook/Daybook.ts"
import { type Asked, serveHttp } from "../support/gateway/serveHttp.ts"
import { newConsent, openBank } from "../support/sandbox/Bank.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const decode = Schema.decodeSync(Schema.fromJsonString(Notification))

/** A receiver that fails twice, and a heartbeat's; what each has heard. */
const receiver = Effect.fn("receiver")(function*() {
  const taken: Array<Asked> = []
  const beats: Array<string> = []
  let failures = 2
  const origin = yield* serveHttp((asked, send) => {
    if (asked.path.startsWith("/beat/")) {
      beats.push(asked.path.slice("/beat/".length))
      return send({ status: 200 })
    }
    if (failures > 0) {
      failures -= 1
      return send({ status: 500 })
    }
    taken.push(asked)
    return send({ status: 204 })
  })
  return { origin, taken, beats, failsNext: Effect.sync(() => failures) }
})

const noBalances = "ReadAccountsDetail ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"

const program = `
const fs = require("node:fs")
const text = fs.readFileSync(0, "utf8")
if (Object.keys(process.env).some((name) => name.startsWith("DAYBOOK_"))) process.exit(3)
fs.appendFileSync(process.argv[2], text)
`

it.live("everything that happens in a fortnight is told once to each", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const bank = yield* openBank({ clock: "2026-11-21T09:00:00Z" })
    const { beats, origin, taken } = yield* receiver()
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-notify-" })
    yield* files.writeFileString(`${folder}/hook.cjs`, program)
    const shell = yield* Daybook.make({
      ...bank.env,
      DAYBOOK_CONSENT_WARN_DAYS: "86, 80",
      DAYBOOK_NOTIFY_COMMAND: JSON.stringify([process.execPath, `${folder}/hook.cjs`, `${folder}/heard`]),
      DAYBOOK_NOTIFY_WEBHOOK_URL: `${origin}/hook`,
      DAYBOOK_NOTIFY_SECRET: secret,
      DAYBOOK_NOTIFY_HEARTBEAT_URL: `${origin}/beat/`
    })
    yield* newConsent(bank, shell, "gb_elm_personal")
    const birch = yield* newConsent(bank, shell, "gb_birch_business")
    const revoked = String(birch.lines.find((line) => line["event"] === "authorise")?.["consent_id"])
    const codes: Array<number> = []
    const night = Effect.fn("night")(function*(shell: Daybook) {
      codes.push((yield* shell.here("run", "nightly", "--json")).exitCode)
      yield* bank.advance("P1D")
    })
    for (let day = 0; day < 14; day++) {
      if (day === 2) {
        yield* bank.control("faults", { fault: "unknown-fields" })
      }
      if (day === 6) {
        yield* bank.control("faults", { fault: "503", resource: "token" })
      }
      if (day === 8) yield* bank.control(`consents/${revoked}`, { action: "revoke" })
      // Without balances nothing proves its accounts, so they are held; and somebody should ask for more.
      if (day === 10) {
        yield* newConsent(bank, shell.with({ DAYBOOK_CONSENT_PERMISSIONS: noBalances }), "gb_alder_personal")
      }
      yield* night(day < 10 ? shell : shell.with({ DAYBOOK_EXPORT_ON_UNPROVABLE: "hold" }))
      if (day === 2 || day === 6) {
        yield* bank.control("faults", { clear: "all" })
      }
    }
    const heard = (yield* files.readFileString(`${folder}/heard`)).trim().split("\n").map((line) => decode(line))
    const posted = taken.map(({ body }) => decode(body))
    const count = (type: string) => heard.filter((each) => each.type === type).length
    yield* Console.log(
      `exit codes ${codes.join(" ")}; told ${heard.length}: ` +
        ["person-needed", "consent-ending", "held", "finding", "question", "run-failed", "export"]
          .map((type) => `${type} ${count(type)}`).join(", ")
    )
    for (const { type, message } of heard) yield* Console.log(`${type}: ${message}`)
    assert.deepStrictEqual(posted.map(({ id }) => id), heard.map(({ id }) => id))
    assert.strictEqual(new Set(heard.map(({ id }) => id)).size, heard.length)
    assert.strictEqual(count("run-failed"), 1)
    // Access that was withdrawn, and access without balances.
    assert.strictEqual(count("person-needed"), 2)
    assert.strictEqual(count("held"), 3)
    assert.isAtLeast(count("finding"), 1)
    // As many as were raised: these banks leave nothing open that rows and balances do not tell.
    const [raised] = yield* shell.query("select count(*) as questions from reviews")
    assert.strictEqual(count("question"), Number(raised?.["questions"]))
    assert.isAtLeast(count("export"), 2)
    // Two rungs of two consents, but the one that was revoked before the second.
    assert.strictEqual(count("consent-ending"), 3)
    const key = signingKey(secret) ?? Buffer.alloc(0)
    const now = yield* Clock.currentTimeMillis
    for (const { body, headers } of taken) {
      const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
        String(headers[name])
      )
      assert.isTrue(isSigned(key, { id: id ?? "", timestamp: timestamp ?? "", body }, signature ?? ""))
      assert.isBelow(Math.abs(Number(timestamp) * 1000 - now), 600_000)
    }
    assert.deepStrictEqual(beats, codes.flatMap((code) => ["start", String(code)]))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
