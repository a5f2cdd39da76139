/**
 * Traces, metrics and logs for OpenTelemetry, by Effect's own exporter: where `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and only
 * there. What goes out is what the log says and the names and durations of our own steps, never an address or an answer.
 */
import { Config, Effect, Layer, Option } from "effect"
import { programVersion } from "../domain/versions.ts"

const exporter = (baseUrl: string) =>
  Layer.unwrap(Effect.gen(function*() {
    const { layerJson } = yield* Effect.promise(() => import("effect/observability/Otlp"))
    const FetchHttpClient = yield* Effect.promise(() => import("effect/http/FetchHttpClient"))
    return layerJson({
      baseUrl,
      resource: { serviceName: "daybook", serviceVersion: programVersion },
      loggerMergeWithExisting: true,
      shutdownTimeout: "3 seconds"
    }).pipe(Layer.provide(FetchHttpClient.layer))
  }))

/** The exporter where an address is named, else nothing. */
export const telemetry = Layer.unwrap(Effect.gen(function*() {
  const endpoint = yield* Config.option(Config.NonEmptyString("OTEL_EXPORTER_OTLP_ENDPOINT")).pipe(
    Effect.orElseSucceed(() => Option.none<string>())
  )
  return Option.isSome(endpoint) ? exporter(endpoint.value) : Layer.empty
}))
