import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { telemetry } from "../../src/cli/telemetry.ts"
import { serveHttp } from "../support/gateway/serveHttp.ts"

const work = Effect.logInfo("reading").pipe(
  Effect.annotateLogs({ institution: "gb_test" }),
  Effect.withSpan("run.read")
)

it.live("exports what is told and what took how long where an endpoint is named, and nothing elsewhere", () =>
  Effect.gen(function*() {
    const heard: Array<readonly [path: string, body: string]> = []
    const endpoint = yield* serveHttp(({ body, path }, send) => {
      heard.push([path, body])
      send({ status: 200, body: {} })
    })
    const withEnv = (env: Record<string, string>) =>
      work.pipe(
        Effect.provide(telemetry),
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
      )
    yield* withEnv({})
    assert.deepStrictEqual(heard, [])
    yield* withEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const of = (path: string) => heard.filter(([asked]) => asked === path).map(([, body]) => body).join("")
    assert.include(of("/v1/logs"), "gb_test")
    assert.include(of("/v1/traces"), "run.read")
    assert.include(of("/v1/traces"), "daybook")
  }).pipe(Effect.provide(NodeServices.layer)))
