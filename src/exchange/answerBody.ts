/**
 * The body of an answer, whole and bounded. The client decodes nothing by itself, so content codings are undone here.
 */
import { Effect, Option, Result, Stream } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"

/** The most that one answer may hold. The largest page known of a bank has 10 MB. */
export const largestBody = 100 * 1024 * 1024

const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync
}

/**
 * The whole body of an answer, free of its content coding; or in words why there is none: too large, or a coding that is
 * unknown or broken. A connection that breaks off fails.
 */
export const answerBody = Effect.fnUntraced(function*(
  response: HttpClientResponse.HttpClientResponse
): Effect.fn.Return<Result.Result<Uint8Array, string>, HttpClientError.HttpClientError> {
  const tooLarge = Result.fail(`it is larger than ${largestBody / 1024 / 1024} MB`)
  const announced = Number(response.headers["content-length"] ?? Number.NaN)
  if (announced > largestBody) return tooLarge
  const sent = Number.isNaN(announced)
    ? yield* counted(response)
    : Option.some(new Uint8Array(yield* response.arrayBuffer))
  if (Option.isNone(sent)) return tooLarge
  const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding === "" || coding === "identity") return Result.succeed(sent.value)
  const decode = decoders[coding]
  if (decode === undefined) return Result.fail("it has a content coding that nobody asked for")
  return Result.try({
    try: () => new Uint8Array(decode(sent.value, { maxOutputLength: largestBody })),
    catch: () => "its content coding is broken"
  })
})

/** Reads a body of unannounced length, at most as long as allowed. */
const counted = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.runFold(
      () => ({ size: 0, chunks: new Array<Uint8Array>() }),
      (read, chunk) => {
        const size = read.size + chunk.length
        if (size <= largestBody) read.chunks.push(chunk)
        return { size, chunks: read.chunks }
      }
    ),
    Effect.map(({ chunks, size }) => size > largestBody ? Option.none() : Option.some(Buffer.concat(chunks)))
  )
