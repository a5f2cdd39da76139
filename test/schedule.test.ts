/**
 * The samples of `config/schedule` do what `docs/operations.md` says: they call commands that are there, the units are ones that
 * systemd takes, and the image and the CronJob run what the package installs.
 */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Command } from "effect/cli"
import { Yaml } from "effect/encoding"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { oldestNode } from "../src/cli/oldestNode.ts"
import { root } from "../src/cli/root.ts"

const sample = (name: string) => readFileSync(`config/schedule/${name}`, "utf8")

/** The names of the commands that stand at the top. */
const commands = root.subcommands.flatMap((group: { readonly commands: ReadonlyArray<Command.Command.Any> }) =>
  group.commands.map(({ name }) => name)
)

it("cron's lines are five fields of time and commands that are there", () => {
  const lines = sample("crontab").split("\n").filter((line) => line !== "" && !/^(#|[A-Z_]+=)/.test(line))
  assert.isAtLeast(lines.length, 2)
  for (const line of lines) {
    const [, command = ""] = /^(?:[\d*/,-]+ ){5}cd \/srv\/daybook && daybook (\w+) [^%]*$/.exec(line) ?? []
    assert.include(commands, command, line)
  }
  // What the README shows is what the sample holds.
  assert.match(sample("crontab"), /^17 3 \* \* \* cd \/srv\/daybook && daybook run nightly --quiet >\/dev\/null$/m)
})

it("the units of systemd are whole, and systemd takes them where it is here", () => {
  const service = sample("daybook.service")
  assert.match(service, /^ExecStart=\/usr\/bin\/env daybook run nightly\b/m)
  assert.match(service, /^Type=oneshot$/m)
  for (const file of ["client_id", "client_secret"]) {
    assert.include(service, `LoadCredential=${file}:/etc/daybook/${file}\n`)
    assert.include(service, `_FILE=%d/${file}\n`)
  }
  const looked = spawnSync("systemd-analyze", [
    "verify",
    "config/schedule/daybook.service",
    "config/schedule/daybook.timer"
  ])
  if (looked.error !== undefined) return
  assert.strictEqual(`${looked.stdout.toString()}${looked.stderr.toString()}`, "")
  assert.strictEqual(looked.status, 0)
})

it("the image is made of the packed file alone, in two stages, and is not root", () => {
  const lines = sample("Dockerfile").replaceAll("\\\n", " ").split("\n").filter((line) => /^[A-Z]+ /.test(line))
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
  const stages = of("FROM")
  assert.lengthOf(stages, 2)
  for (const stage of stages) {
    const [, version = "0"] = /^node:(\d+)-/.exec(stage) ?? []
    assert.isAtLeast(Number(version), Number.parseInt(oldestNode, 10))
  }
  assert.deepStrictEqual(of("COPY"), ["daybook-*.tgz /tmp/", "--from=install /opt/daybook /opt/daybook"])
  assert.match(of("USER")[0] ?? "", /^[1-9]\d*:[1-9]\d*$/)
  const { bin } = Schema.decodeSync(
    Schema.fromJsonString(Schema.Struct({ bin: Schema.Record(Schema.String, Schema.String) }))
  )(readFileSync("package.json", "utf8"))
  assert.deepStrictEqual(of("ENTRYPOINT"), [JSON.stringify(Object.keys(bin))])
  assert.match(of("CMD")[0] ?? "", /^\["run", "nightly"/)
})

const Container = Schema.Struct({
  name: Schema.String,
  image: Schema.String,
  args: Schema.Array(Schema.String),
  securityContext: Schema.Struct({
    allowPrivilegeEscalation: Schema.Literal(false),
    readOnlyRootFilesystem: Schema.Literal(true)
  }),
  volumeMounts: Schema.Array(Schema.Struct({ name: Schema.String, mountPath: Schema.String }))
})

/** What of a CronJob of `batch/v1` ours has to have; its whole schema is the server's. */
const CronJob = Schema.Struct({
  apiVersion: Schema.Literal("batch/v1"),
  kind: Schema.Literal("CronJob"),
  metadata: Schema.Struct({ name: Schema.String }),
  spec: Schema.Struct({
    schedule: Schema.String.check(Schema.isPattern(/^(\S+ ){4}\S+$/)),
    concurrencyPolicy: Schema.Literal("Forbid"),
    jobTemplate: Schema.Struct({
      spec: Schema.Struct({
        backoffLimit: Schema.Literal(0),
        template: Schema.Struct({
          spec: Schema.Struct({
            restartPolicy: Schema.Literal("Never"),
            securityContext: Schema.Struct({ runAsNonRoot: Schema.Literal(true), runAsUser: Schema.Int }),
            containers: Schema.Array(Container),
            volumes: Schema.Array(Schema.Struct({ name: Schema.String }))
          })
        })
      })
    })
  })
})

it("the CronJob runs the image as its user, once, and mounts what it names", () => {
  const job = Schema.decodeUnknownSync(CronJob)(Yaml.parse(sample("cronjob.yaml")))
  const { containers, securityContext, volumes } = job.spec.jobTemplate.spec.template.spec
  assert.lengthOf(containers, 1)
  assert.deepStrictEqual(containers[0]?.args.slice(0, 2), ["run", "nightly"])
  assert.match(sample("Dockerfile"), new RegExp(`^USER ${securityContext.runAsUser}:`, "m"))
  assert.deepStrictEqual(
    containers[0]?.volumeMounts.map(({ name }) => name).toSorted(),
    volumes.map(({ name }) => name).toSorted()
  )
  const home = containers[0]?.volumeMounts.find(({ name }) => name === "data")?.mountPath
  assert.include(sample("Dockerfile"), `WORKDIR ${home}\n`)
})

it("docs/operations.md names every sample, and no other", () => {
  const named = new Set(readFileSync("docs/operations.md", "utf8").match(/config\/schedule\/[\w.]+/g))
  assert.deepStrictEqual([...named].toSorted(), globSync("config/schedule/*").toSorted())
  assert.isTrue([...named].every((file) => existsSync(file)))
})
