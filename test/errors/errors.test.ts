/**
 * Everything that commonly goes wrong, by the program itself against a sandbox: what each says, to the letter. Most of it is said in
 * this process; in one of its own what holds a secret, what pauses between tries as it does for people, and what another run keeps
 * out.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, Redacted } from "effect"
import { Daybook, type Going } from "../support/daybook/Daybook.ts"
import type { Ended } from "../support/daybook/Ended.ts"
import { assertExhibit, leaks } from "../support/daybook/Exhibit.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { type Bank, newConsent, openBank, unreadConsent } from "../support/sandbox/Bank.ts"

const wrongSecret = "wrong-secret-4711"

const nowhere = {
  DAYBOOK_GATEWAY_AUTH_URL: "http://127.0.0.1:1",
  DAYBOOK_GATEWAY_BASE_URL: "http://127.0.0.1:1"
}

/** A store of the sandbox with one live consent, another with none, and a gateway that is no sandbox. */
class Ground extends Context.Service<Ground, {
  readonly bank: Bank
  readonly shell: Daybook
  readonly empty: Daybook
  readonly foreign: TestGateway
  readonly consent: string
  /** Asks for a consent where nobody answers, for as long as the program tries. */
  readonly unreached: Going
  /** Everything that any command said. */
  readonly said: Array<Ended>
}>()("daybook/test/errors/errors.test/Ground") {
  static readonly layer = Layer.effect(
    Ground,
    Effect.gen(function*() {
      const bank = yield* openBank()
      const shell = yield* Daybook.make(bank.env)
      const empty = yield* Daybook.make(bank.env)
      const asking = ["consent", "new", "gb_alder_personal", "--callback", "none", "--json"]
      const unreached = yield* empty.over(`${empty.out}-unreached`).with(nowhere).start(asking)
      const ended = yield* newConsent(bank, shell, "gb_cedar_personal")
      return Ground.of({
        bank,
        shell,
        empty,
        foreign: yield* TestGateway.start({ approveAfterReads: 1 }),
        consent: String(ended.lines[0]?.["consent_id"]),
        unreached,
        said: [ended]
      })
    })
  ).pipe(Layer.provideMerge(NodeServices.layer))
}

/** Keeps what a command said. */
const kept = Effect.fn("errors.kept")(function*<E, R>(command: Effect.Effect<Ended, E, R>) {
  const ended = yield* command
  ;(yield* Ground).said.push(ended)
  return ended
})

const say = (shell: Daybook, ...args: ReadonlyArray<string>) => kept(shell.here(...args, "--json"))

/** The same in a process of its own. */
const sayApart = (shell: Daybook, ...args: ReadonlyArray<string>) => kept(shell.run(...args, "--json"))

const nobody = "00000000-0000-4000-8000-000000000000"

layer(Ground.layer, { excludeTestServices: true, timeout: 240_000 })("what is said when something goes wrong", (it) => {
  it.effect("no consent at all", () =>
    Effect.gen(function*() {
      const { empty } = yield* Ground
      const files = yield* FileSystem.FileSystem
      assertExhibit(yield* sayApart(empty, "run", "nightly"), {
        exitCode: 11,
        error: "NoConsent",
        sentence: "no consent is alive in this store; ask for one: daybook consent new <institution>"
      })
      assert.isFalse(yield* files.exists(`${empty.out}/exports/latest`), "nothing is exported where nothing is held")
    }))

  it.effect("a wrong client secret, for a consent and for a night", () =>
    Effect.gen(function*() {
      const { empty, shell } = yield* Ground
      const wrong = { DAYBOOK_GATEWAY_CLIENT_SECRET: wrongSecret }
      const exhibit = {
        exitCode: 2,
        error: "CredentialsRefused",
        sentence: "http://% refuses the client id or secret (invalid_client); " +
          "correct DAYBOOK_GATEWAY_CLIENT_ID and DAYBOOK_GATEWAY_CLIENT_SECRET"
      }
      const asking = sayApart(empty.with(wrong), "consent", "new", "gb_alder_personal", "--callback", "none")
      const night = sayApart(shell.with(wrong), "run", "nightly")
      const [consent, ran] = yield* Effect.all([asking, night], { concurrency: 2 })
      assertExhibit(consent, exhibit)
      assertExhibit(ran, exhibit)
    }))

  it.effect("an institution that the gateway does not know", () =>
    Effect.gen(function*() {
      const { empty } = yield* Ground
      assertExhibit(yield* say(empty, "consent", "new", "xx_nowhere", "--callback", "none"), {
        exitCode: 2,
        error: "InstitutionUnknown",
        sentence: "the gateway makes no consent for xx_nowhere (400); " +
          "check [gateway] base_url and the name, those described are listed with: daybook institution list"
      })
    }))

  it.effect("a gateway that nobody reaches, for a consent and for a night", () =>
    Effect.gen(function*() {
      const { shell, unreached } = yield* Ground
      const exhibit = {
        exitCode: 13,
        error: "GatewayUnreachable",
        sentence: "http://127.0.0.1:1 could not be reached in 5 tries (connection refused); " +
          "check [gateway] and [network] in daybook.toml, then run again"
      }
      assertExhibit(yield* say(shell.with(nowhere), "run", "nightly"), exhibit)
      assertExhibit(yield* kept(unreached.ended), exhibit)
    }))

  it.effect("a consent id that the store does not hold", () =>
    Effect.gen(function*() {
      const { shell } = yield* Ground
      const exhibit = {
        exitCode: 2,
        error: "ConsentUnknown",
        sentence: `no consent ${nobody} in this store; list them with: daybook consent list`
      }
      const [show, run] = yield* Effect.all([
        say(shell, "consent", "show", nobody),
        say(shell, "run", "nightly", "--consent", nobody)
      ], { concurrency: 2 })
      assertExhibit(show, exhibit)
      assertExhibit(run, exhibit)
    }))

  it.effect("a permission that the consent lacks; what it permits is read", () =>
    Effect.gen(function*() {
      const { consent, shell } = yield* Ground
      const more =
        "ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail ReadPAN"
      const ended = yield* say(shell.with({ DAYBOOK_CONSENT_PERMISSIONS: more }), "run", "nightly")
      assertExhibit(ended, {
        exitCode: 11,
        error: "PermissionMissing",
        sentence: `consent ${consent} of gb_cedar_personal lacks ReadPAN; ` +
          `what it permits is read, for the rest renew it: daybook consent renew ${consent}`
      })
      assert.isAbove(Number(ended.lines.at(-1)?.["rows_read"]), 0)
    }))

  it.effect("files of configuration that are broken, and secrets in them", () =>
    Effect.gen(function*() {
      const { shell } = yield* Ground
      const files = yield* FileSystem.FileSystem
      const told = Effect.fn("errors.told")(function*(file: string, text: string) {
        const config = yield* files.makeTempDirectoryScoped({ prefix: "daybook-config-" })
        yield* files.copy(shell.config, config, { overwrite: true })
        yield* files.writeFileString(`${config}/${file}`, text)
        return yield* say(new Daybook(shell.out, shell.env, config), "run", "nightly")
      }, Effect.scoped)
      const [broken, secret, rule] = yield* Effect.all([
        told("daybook.toml", "[gateway\nauth_url = 1\n"),
        told("daybook.toml", `[gateway]\nclient_secret = "${wrongSecret}"\n`),
        told("institutions/gb_cedar_personal.toml", "name = \"Cedar\"\ncountry = \"GB\"\ntimezone = \"Mars/North\"\n")
      ], { concurrency: 2 })
      const invalid = { exitCode: 2, error: "ConfigurationInvalid" }
      assertExhibit(broken, {
        ...invalid,
        sentence: "%/daybook.toml: not TOML: expected ']' (line 1); correct it, then: daybook config check"
      })
      assertExhibit(secret, {
        ...invalid,
        sentence: "%/daybook.toml: gateway.client_secret: never stands in a file; set DAYBOOK_GATEWAY_CLIENT_SECRET, " +
          "or DAYBOOK_GATEWAY_CLIENT_SECRET_FILE to the name of its file (line 2); correct it, then: daybook config check"
      })
      assertExhibit(rule, {
        ...invalid,
        sentence:
          "%/institutions/gb_cedar_personal.toml: timezone: expected the name of a time zone, such as \"Europe/London\", given \"Mars/North\" (line 3); correct it, then: daybook config check"
      })
    }))

  it.effect("a real gateway on a sandbox's store, and a sandbox on a real gateway's", () =>
    Effect.gen(function*() {
      const { bank, empty, foreign, shell } = yield* Ground
      const { clientId, clientSecret } = foreign.settings
      const real = {
        DAYBOOK_GATEWAY_AUTH_URL: foreign.origin,
        DAYBOOK_GATEWAY_BASE_URL: foreign.origin,
        DAYBOOK_GATEWAY_CLIENT_ID: clientId,
        DAYBOOK_GATEWAY_CLIENT_SECRET: clientSecret
      }
      const elsewhere = empty.over(`${empty.out}-real`)
      const read = yield* say(
        elsewhere.with(real),
        "consent",
        "new",
        "xq_quince_personal",
        "--callback",
        "none",
        "--poll",
        "0.2"
      )
      assert.strictEqual(read.exitCode, 0, read.stderr)
      const away = "https://gateway.example"
      const unasked = { ...real, DAYBOOK_GATEWAY_AUTH_URL: away, DAYBOOK_GATEWAY_BASE_URL: away }
      const [ours, theirs] = yield* Effect.all([
        say(shell.with(real), "run", "nightly"),
        say(elsewhere.with(bank.env), "run", "nightly")
      ], { concurrency: 2 })
      const far = yield* say(shell.with(unasked), "run", "nightly")
      assertExhibit(far, {
        exitCode: 2,
        error: "WorldMismatch",
        sentence: `the store % belongs to a sandbox and must not take answers of the gateway at ${away}; ` +
          "name another store with --out, or point [gateway] at the one it was filled from"
      })
      assertExhibit(ours, {
        exitCode: 2,
        error: "WorldMismatch",
        sentence: `the store % belongs to a sandbox and must not take answers of the gateway at ${foreign.origin}; ` +
          "name another store with --out, or point [gateway] at the one it was filled from"
      })
      assertExhibit(theirs, {
        exitCode: 2,
        error: "WorldMismatch",
        sentence: `the store % belongs to the gateway at ${foreign.origin} and must not take answers of ` +
          `the gateway at ${bank.origin}; ` +
          "name another store with --out, or point [gateway] at the one it was filled from"
      })
    }))

  it.effect("a person who does not come, and one who says no", () =>
    Effect.gen(function*() {
      const { bank, empty } = yield* Ground
      const consent = yield* unreadConsent(bank, empty, "gb_birch_business")
      yield* bank.control(`consents/${consent}`, { action: "revoke" })
      assertExhibit(yield* say(empty, "run", "nightly", "--consent", consent), {
        exitCode: 11,
        error: "ConsentRevoked",
        sentence: `consent ${consent} of gb_birch_business was withdrawn at the bank; ` +
          `renew it: daybook consent renew ${consent}`
      })
      const ended = yield* say(
        empty,
        "consent",
        "new",
        "gb_alder_personal",
        "--callback",
        "none",
        "--poll",
        "0.1",
        "--wait",
        "0.01"
      )
      const id = String(ended.lines[0]?.["consent_id"])
      assertExhibit(ended, {
        exitCode: 11,
        error: "PersonAbsent",
        sentence: `nobody approved consent ${id} of gb_alder_personal within 0.01 minutes; ` +
          `it still can be: daybook consent show ${id}, then daybook run first-session`
      })
    }))

  it.effect("a night that is going on already", () =>
    Effect.gen(function*() {
      const { bank, shell } = yield* Ground
      const { reached } = yield* bank.hold("balances", 1)
      const going = yield* shell.start(["run", "nightly", "--json"])
      yield* reached
      const busy = yield* sayApart(shell, "run", "nightly")
      yield* bank.release
      const ended = yield* going.ended
      assertExhibit(busy, {
        exitCode: 15,
        error: "RunBusy",
        sentence:
          `another run of nightly has been going on since % (process ${going.pid}); wait until it ends, or end it`
      })
      assert.strictEqual(ended.exitCode, 0, ended.stderr)
    }).pipe(Effect.scoped))

  it.effect("a consent whose time is over", () =>
    Effect.gen(function*() {
      const { bank, consent, shell } = yield* Ground
      yield* bank.advance("P91D")
      assertExhibit(yield* say(shell, "run", "nightly"), {
        exitCode: 11,
        error: "ConsentExpired",
        sentence:
          `consent ${consent} of gb_cedar_personal expired on 2027-02-19; renew it: daybook consent renew ${consent}`
      })
    }))

  it.effect("the ledger of runs says what the shell heard", () =>
    Effect.gen(function*() {
      const { shell } = yield* Ground
      const runs = yield* shell.query(
        "select concat_ws(' ', outcome, exit_code, causes) as said from runs order by run_id"
      )
      assert.deepStrictEqual(runs.map(({ said }) => said), [
        "complete 0 []",
        "complete 0 []",
        "failed 2 [CredentialsRefused]",
        "unreachable 13 [GatewayUnreachable]",
        "failed 2 [ConsentUnknown]",
        "needs-person 11 [PermissionMissing]",
        "failed 2 [ConfigurationInvalid]",
        "failed 2 [WorldMismatch]",
        "failed 2 [WorldMismatch]",
        "complete 0 []",
        "needs-person 11 [ConsentExpired]"
      ])
    }))

  it.effect("no secret stands in anything that was said, nor anywhere in the stores", () =>
    Effect.gen(function*() {
      const { bank, empty, foreign, said, shell } = yield* Ground
      const secrets = [Redacted.value(bank.ready.client_secret), foreign.settings.clientSecret, wrongSecret]
      assert.isAtLeast(said.length, 15)
      for (const { stderr, stdout } of said) {
        for (const secret of secrets) assert.notInclude(stdout + stderr, secret)
        assert.notMatch(stdout + stderr, /Bearer |access_token/)
      }
      for (const out of [shell.out, empty.out, `${empty.out}-real`, `${empty.out}-unreached`]) {
        assert.deepStrictEqual(yield* leaks(out, [...secrets, "Bearer ", "access_token"]), [])
      }
    }))
})
