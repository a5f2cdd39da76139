/**
 * How bytes travel: one connection pool for the whole process, connections kept open between requests.
 *
 * The client follows no redirect, decodes nothing and gives up nothing by itself: timeouts, retries and redirects are
 * decided where requests are sent. An answer that ends before its announced length is an error, never a short body.
 */
import { layerUndiciOptions } from "@effect/platform-node/NodeHttpClient"
import type { Layer } from "effect"
import type { HttpClient } from "effect/http"

/** The HTTP client of the program. */
export const transport: Layer.Layer<HttpClient.HttpClient> = layerUndiciOptions({
  connect: { timeout: 10_000 },
  keepAliveTimeout: 10_000
})
