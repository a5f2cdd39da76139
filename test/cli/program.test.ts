import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { notYetBuilt } from "../../src/cli/placeholders.ts"
import { programVersion as version } from "../../src/domain/versions.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invoke, invokeWith } from "../support/daybook/invoke.ts"
import { alder, birch, emptyStore, publishNight } from "../support/store/publishedStore.ts"

const usage = [
  [["nonsense"], "there is no command nonsense; see: daybook --help"],
  [["statu"], "there is no command statu (did you mean status?); see: daybook --help"],
  [["runs", "lst"], "there is no command lst (did you mean list?); see: daybook runs --help"],
  [["runs", "list", "--jsn"], "there is no flag --jsn (did you mean --json?); see: daybook runs list --help"],
  [["runs", "show"], "<run> is missing; see: daybook runs show --help"],
  [["runs", "list", "all"], "nothing is expected in the place of all; see: daybook runs list --help"],
  [
    ["status", "--out", "a", "--out", "b"],
    "--out stands there 2 times, expected at most 1 value; see: daybook status --help"
  ],
  [
    ["status", "--config", "nowhere"],
    "there is no nowhere; make one with daybook init, or name the folder that holds daybook.toml: --config DIR"
  ],
  [["status", "--out"], "--out has no value, expected DIR; see: daybook status --help"],
  [
    ["status", "--max-age", "soon"],
    "--max-age is \"soon\", expected a number and m, h or d, such as 26h; see: daybook status --help"
  ],
  // Taken as flags, the letters would ask for help.
  [["status", "--check", "--max-age", "-1h"], "there is no flag -1h; see: daybook --help"],
  [["run", "nightly", "-qh"], "there is no flag -qh; see: daybook --help"],
  [
    ["status", "--log-format", "xml"],
    "--log-format is \"xml\", expected \"pretty\" | \"json\"; see: daybook status --help"
  ]
] as const

it.live("tells a wrong command line in one sentence, with exit code 2 and nothing on stdout", () =>
  Effect.gen(function*() {
    for (const [args, sentence] of usage) {
      assert.deepStrictEqual(yield* invoke(...args), { exitCode: 2, stdout: "", stderr: `daybook: ${sentence}\n` })
    }
  }))

it.live("takes a negative amount for one also where a blank stands before it", () =>
  Effect.gen(function*() {
    const asked = ["explain", "--account", alder, "--date", "2026-11-18", "--amount"]
    const apart = yield* invoke(...asked, "-12.50", "--json")
    assert.notInclude(apart.stderr, "flag")
    assert.deepStrictEqual(apart, yield* invoke(...asked.slice(0, -1), "--amount=-12.50", "--json"))
  }))

it.live("takes no days of which the first lies after the last", () =>
  Effect.gen(function*() {
    for (const command of [["run", "nightly"], ["run", "backfill"], ["plan"], ["pull"]]) {
      assert.deepStrictEqual(yield* invoke(...command, "--from", "2026-11-20", "--to", "2026-11-10"), {
        exitCode: 2,
        stdout: "",
        stderr: "daybook: --from 2026-11-20 lies after --to 2026-11-10; name the earlier day first\n"
      })
    }
  }))

it.live("tells a failure on stdout too where the answer was wanted in JSON", () =>
  Effect.gen(function*() {
    const { exitCode, stderr, stdout } = yield* invoke("consent", "show", "c-9", "--json")
    const message = "no consent c-9 in this store; list them with: daybook consent list"
    assert.strictEqual(exitCode, 2)
    assert.strictEqual(stderr, `daybook: ${message}\n`)
    assert.strictEqual(stdout, `{"event":"failed","error":"ConsentUnknown","message":"${message}","exit_code":2}\n`)
    const wrong = yield* invoke("runs", "lst", "--json")
    assert.strictEqual(
      wrong.stdout,
      "{\"event\":\"failed\",\"error\":\"UsageInvalid\",\"message\":" +
        "\"there is no command lst (did you mean list?); see: daybook runs --help\",\"exit_code\":2}\n"
    )
  }))

it.live("answers a command that is not built with a sentence", () =>
  Effect.gen(function*() {
    for (const command of notYetBuilt) {
      for (const more of [[], ["something"], ["--some", "flag"]]) {
        assert.deepStrictEqual(yield* invoke(...command.split(" "), ...more), {
          exitCode: 2,
          stdout: "",
          stderr: `daybook: "daybook ${command}" is not built yet; see what is: daybook --help\n`
        })
      }
    }
  }))

it.live("prints help where no command is named", () =>
  Effect.gen(function*() {
    for (const args of [[], ["--help"], ["consent"], ["runs", "show", "--help"]]) {
      const { exitCode, stderr, stdout } = yield* invoke(...args)
      assert.strictEqual(exitCode, 0)
      assert.strictEqual(stderr, "")
      assert.include(stdout, "USAGE\n  daybook")
    }
  }))

it.live("has the version of the package", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    assert.include(yield* fs.readFileString("package.json"), `"version": "${version}"`)
    assert.strictEqual((yield* invoke("--version")).stdout, `daybook v${version} (run from source)\n`)
  }).pipe(Effect.provide(NodeServices.layer)))

it.live("takes the common flags anywhere after the command", () =>
  Effect.gen(function*() {
    const { root } = yield* StoreLayout
    for (
      const args of [["runs", "list", "--out", root], ["runs", `--out=${root}`, "list"], [
        "--out",
        root,
        "runs",
        "list"
      ]]
    ) {
      const { exitCode, stderr } = yield* invoke(...args)
      assert.strictEqual(exitCode, 2)
      assert.include(stderr, `daybook: nothing has been published in ${root} yet; `)
    }
  }).pipe(Effect.provide(emptyStore)))

const aims = [
  [["rebuild", "--replace"], "make a book of"],
  [["normalise"], "make a book of"],
  [["reconcile"], "prove"],
  [["export"], "export"],
  [["publish"], "publish"]
] as const
it.live.each(aims)(
  "finds nothing in a folder that is no store, as a mistyped one is, and makes none: %j",
  ([args, aim]) =>
    Effect.gen(function*() {
      const { root } = yield* StoreLayout
      const fs = yield* FileSystem.FileSystem
      const { exitCode, stderr } = yield* invoke(...args, "--out", root)
      assert.strictEqual(
        stderr,
        `daybook: no run has ever begun in ${root}, so there is nothing to ${aim}; name another store: --out DIR\n`
      )
      assert.strictEqual(exitCode, 2)
      assert.deepStrictEqual(yield* fs.readDirectory(root), [])
    }).pipe(Effect.provide(emptyStore))
)

const json = Effect.fn("test.json")(function*(...args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* invoke(...args, "--json")
  assert.strictEqual(stderr, "")
  assert.strictEqual(exitCode, 0)
  assert.strictEqual(stdout.split("\n").length, 2)
  return JSON.parse(stdout)
})

it.live("answers for a published store, in JSON and for people", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight("12.123456")
    const { root } = yield* StoreLayout
    const out = ["--out", root]

    const consents = yield* json("consent", "list", ...out)
    assert.deepStrictEqual(Object.keys(consents[0]), [
      "consent_id",
      "institution",
      "status",
      "days_left",
      "expires_at",
      "transaction_from",
      "transaction_to",
      "permissions",
      "retired",
      "state"
    ])
    assert.strictEqual((yield* json("consent", "show", birch, ...out)).status, "AWAU")
    assert.strictEqual(
      (yield* invoke("consent", "list", ...out)).stdout,
      "consent                               bank            status    days left\n" +
        `${alder}  Alder Personal  approved         90\n` +
        `${birch}  Birch Business  waiting           -\n`
    )

    const runs = yield* json("runs", "list", ...out)
    assert.deepStrictEqual(Object.keys(runs[0]).slice(0, 6), [
      "run_id",
      "pipeline",
      "started_at",
      "ended_at",
      "outcome",
      "exit_code"
    ])
    assert.lengthOf((yield* json("runs", "show", summary.run_id, ...out)).reads, 3)
    assert.strictEqual(
      (yield* invoke("runs", "list", ...out)).stdout,
      "run              pipeline  started and ended          outcome  code\n" +
        `${summary.run_id}  nightly   2026-11-21 06:00 to 06:00  partial    10\n`
    )

    const quarantined = yield* json("quarantine", "list", ...out)
    assert.strictEqual(quarantined[0].code, "bad-amount")
    assert.lengthOf(yield* json("quarantine", "show", quarantined[0].raw_page_id, ...out), 1)

    const status = yield* json("status", ...out)
    assert.isFalse(status.ok)
    assert.deepStrictEqual(Object.keys(status.findings[0]), ["code", "message", "where"])
    const checked = yield* invoke("status", "--check", ...out)
    assert.strictEqual(checked.exitCode, 10)
    assert.strictEqual(
      checked.stderr,
      "daybook: no night has been complete yet; the newest of all met this: 1 fault of the kind bad-amount went into " +
        "quarantine; look at them: daybook quarantine list; then: daybook run nightly\n"
    )
    const checkedJson = yield* invoke("status", "--check", "--json", ...out)
    assert.isTrue(JSON.parse(checkedJson.stdout).stale)
  }).pipe(Effect.provide(emptyStore)))

it.live("takes a question that begins with a comment", () =>
  Effect.gen(function*() {
    yield* publishNight("12.123456")
    const { root } = yield* StoreLayout
    const asked = yield* invoke(
      "query",
      "-- How many there are\nselect count(*) as n from accounts",
      "--csv",
      "--out",
      root
    )
    assert.deepStrictEqual(asked, { exitCode: 0, stdout: "n\n1\n", stderr: "" })
  }).pipe(Effect.provide(emptyStore)))

it.live("puts no empty book in the place of what is published, where the book was taken away", () =>
  Effect.gen(function*() {
    yield* publishNight("12.123456")
    const fs = yield* FileSystem.FileSystem
    const { book, root, work } = yield* StoreLayout
    const out = ["--out", root]
    const before = yield* json("accounts", ...out)
    assert.lengthOf(before, 1)
    yield* fs.remove(work, { recursive: true })
    for (const stage of ["publish", "export", "reconcile"]) {
      const { exitCode, stderr } = yield* invoke(stage, "-q", ...out)
      assert.include(
        stderr,
        "daybook: the store's book holds nothing of what its journal does; make it again first: daybook normalise\n"
      )
      assert.strictEqual(exitCode, 16)
      assert.isFalse(yield* fs.exists(book))
    }
    assert.deepStrictEqual(yield* json("accounts", ...out), before)
    yield* invoke("normalise", "-q", ...out)
    assert.strictEqual((yield* invoke("publish", "-q", ...out)).exitCode, 0)
    assert.deepStrictEqual(yield* json("accounts", ...out), before)
    // Of the runs that found no book it is known how they ended.
    const ends = (yield* json("runs", "list", ...out)).map(({ exit_code, pipeline }: Record<string, unknown>) =>
      [pipeline, exit_code].join(" ")
    )
    assert.sameMembers(ends, ["nightly 10", "publish 16", "export 16", "reconcile 16", "normalise 0", "publish 0"])
  }).pipe(Effect.provide(emptyStore)))

/** A gateway where nobody answers. */
const nowhere = {
  DAYBOOK_GATEWAY_AUTH_URL: "http://127.0.0.1:1",
  DAYBOOK_GATEWAY_BASE_URL: "http://127.0.0.1:1",
  DAYBOOK_GATEWAY_CLIENT_ID: "nobody",
  DAYBOOK_GATEWAY_CLIENT_SECRET: "nothing"
}

it.live("puts nothing in the place of what is published, where book and journal were taken away", () =>
  Effect.gen(function*() {
    yield* publishNight("12.123456")
    const fs = yield* FileSystem.FileSystem
    const { journal, root, work } = yield* StoreLayout
    const out = ["--out", root]
    const before = yield* json("accounts", ...out)
    assert.lengthOf(before, 1)
    yield* fs.rename(journal, `${root}/elsewhere`)
    // Those that were refused have a journal of their own by now. A person is asked for nothing, whether there is a book or not.
    const asked = ["consent", "new", "gb_cedar_personal", "--callback", "none"]
    for (
      const command of [asked, ["publish"], ["export"], ["normalise"], ["rebuild", "--replace"], asked, ["publish"]]
    ) {
      if (command !== asked) yield* fs.remove(work, { recursive: true, force: true })
      const { exitCode, stderr } = yield* invokeWith(nowhere, ...command, "-q", ...out)
      assert.include(
        stderr,
        `daybook: the journal in ${root} holds nothing of what is published there; put the store's journal folder back from ` +
          "your backup, or name another store to begin anew: --out DIR\n"
      )
      assert.strictEqual(exitCode, 16)
      assert.deepStrictEqual(yield* json("accounts", ...out), before)
    }
    yield* fs.copy(`${root}/elsewhere`, journal, { overwrite: true })
    assert.strictEqual((yield* invoke("rebuild", "--replace", "-q", ...out)).exitCode, 0)
    assert.deepStrictEqual(yield* json("accounts", ...out), before)
  }).pipe(Effect.provide(emptyStore)))

it.live("says of a damaged snapshot how it is made again, with the code of storage", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { root, snapshot } = yield* StoreLayout
    yield* fs.writeFileString(snapshot, "this is no database, however long one looks at it\n".repeat(500))
    for (const command of [["runs", "list"], ["quarantine", "list"], ["status"]]) {
      const { exitCode, stderr, stdout } = yield* invoke(...command, "--out", root)
      assert.strictEqual(exitCode, 16)
      assert.strictEqual(stdout, "")
      assert.strictEqual(
        stderr,
        `daybook: ${snapshot} is damaged; make it again from the journal: daybook rebuild --replace\n`
      )
    }
    // What comes from the journal alone is told all the same.
    assert.strictEqual((yield* invoke("consent", "list", "--out", root)).exitCode, 0)
  }).pipe(Effect.provide(emptyStore)))

it.live("lists the rules of banks, and shows the cautious default of a bank without a file", () =>
  Effect.gen(function*() {
    const institutions = yield* json("institution", "list")
    assert.lengthOf(institutions, 6)
    assert.deepStrictEqual(Object.keys(institutions[0]), [
      "institution",
      "name",
      "country",
      "timezone",
      "rules",
      "file"
    ])
    const unknown = yield* json("institution", "show", "xx_nobody_knows")
    assert.isNull(unknown.file)
    assert.deepStrictEqual(unknown.rules.bulk, { value: "none", source: "cautious default", checked: null })
    const text = (yield* invoke("institution", "show", "xx_nobody_knows")).stdout
    assert.include(text, "no file: every rule is the cautious default")
  }))

it.live("names a command and a folder of figures that are not there, without which nobody would hear of a run", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped()
    yield* fs.writeFileString(`${folder}/plain`, "")
    const faults = Effect.fnUntraced(function*(command: string, textfile: string, ...flags: ReadonlyArray<string>) {
      const text = `[notify]\ncommand = ["${command}", "-x"]\n[metrics]\ntextfile = "${textfile}"\n`
      yield* fs.writeFileString(`${folder}/daybook.toml`, text)
      const { exitCode, stdout } = yield* invoke("config", "check", "--config", folder, ...flags)
      return [exitCode, ...stdout.trimEnd().split("\n").filter((line) => line.startsWith("["))]
    })
    const noCommand = "[notify]: command: names no program that can be started; write its path, or put it on PATH"
    const noFolder = "[metrics]: textfile: lies in a folder that is not there; make it, or correct the path"
    assert.deepStrictEqual(yield* faults("no-such-program", `${folder}/none/daybook.prom`), [2, noCommand, noFolder])
    assert.deepStrictEqual(yield* faults(`${folder}/plain`, `${folder}/plain/daybook.prom`), [2, noCommand, noFolder])
    assert.deepStrictEqual(yield* faults("sh", `${folder}/daybook.prom`), [0])
    const isFolder = "[metrics]: textfile: is a folder; name a file in it"
    assert.deepStrictEqual(yield* faults("sh", folder), [2, isFolder])
    // The first run makes the store.
    assert.deepStrictEqual(yield* faults("sh", `${folder}/out/daybook.prom`, "--out", `${folder}/out`), [0])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("checks the configuration and names each fault on its own line", () =>
  Effect.gen(function*() {
    const inOrder = yield* json("config", "check")
    // Credentials are named, and are no fault: most commands ask for none.
    assert.deepStrictEqual(
      [inOrder.ok, inOrder.findings.map(({ where }: { where: string }) => where)],
      [true, ["DAYBOOK_GATEWAY_CLIENT_ID", "DAYBOOK_GATEWAY_CLIENT_SECRET"]]
    )
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped()
    yield* fs.makeDirectory(`${folder}/institutions`)
    yield* fs.writeFileString(`${folder}/daybook.toml`, "[store]\nplace = \"out\"\n")
    yield* fs.writeFileString(`${folder}/institutions/xx_bank.toml`, "name = \"Bank\"\nbulk = { value =\n")
    const { exitCode, stderr, stdout } = yield* invoke("config", "check", "--config", folder)
    assert.strictEqual(exitCode, 2)
    const [first, second, ...others] = stdout.trimEnd().split("\n")
    assert.deepStrictEqual(others.map((line) => line.split(" ")[0]), [
      "DAYBOOK_GATEWAY_CLIENT_ID",
      "DAYBOOK_GATEWAY_CLIENT_SECRET"
    ])
    assert.isTrue(first?.startsWith(`${folder}/daybook.toml: store.place: `), first)
    assert.isTrue(second?.startsWith(`${folder}/institutions/xx_bank.toml: `), second)
    assert.strictEqual(stderr, `daybook: ${first} (and 1 more fault); correct it, then: daybook config check\n`)
    const inJson = JSON.parse((yield* invoke("config", "check", "--json", "--config", folder)).stdout)
    assert.isFalse(inJson.ok)
    assert.lengthOf(inJson.findings, 4)
    assert.deepStrictEqual(Object.keys(inJson.findings[0]), ["code", "message", "where"])
    const none = yield* invoke("config", "check", "--config", `${folder}/none`)
    assert.strictEqual(none.exitCode, 2)
    assert.strictEqual(
      none.stderr,
      `daybook: there is no ${folder}/none; make one with daybook init, or name the folder that holds daybook.toml: --config DIR\n`
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
