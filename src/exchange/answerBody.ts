/**
 * The body of an answer, whole and bounded. The client decodes nothing by itself, so content codings are undone here.
 */
import { Effect, Option, Result, Stream } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"

const MB = 1024 * 1024

/**
 * The most that a page may hold: what the database can take in with the memory that it has. The largest page known of a
 * bank has 10 MB.
 */
export const largestPage = 12 * MB

/** The most that any other answer may hold: what it says stands in the journal on one line. */
export const largestAnswer = MB

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
  response: HttpClientResponse.HttpClientResponse,
  largest: number
): Effect.fn.Return<Result.Result<Uint8Array, string>, HttpClientError.HttpClientError> {
  const tooLarge = Result.fail(`it is larger than ${largest / MB} MB`)
  const announced = Number(response.headers["content-length"] ?? Number.NaN)
  if (announced > largest) return tooLarge
  const sent = Number.isNaN(announced)
    ? yield* counted(response, largest)
    : Option.some(new Uint8Array(yield* response.arrayBuffer))
  if (Option.isNone(sent)) return tooLarge
  const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding === "" || coding === "identity") return Result.succeed(sent.value)
  const decode = decoders[coding]
  if (decode === undefined) return Result.fail("it has a content coding that nobody asked for")
  return Result.try({
    try: () => new Uint8Array(decode(sent.value, { maxOutputLength: largest })),
    catch: () => "its content coding is broken"
  })
})

/** Reads a body of unannounced length, at most as long as allowed. */
const counted = (response: HttpClientResponse.HttpClientResponse, largest: number) =>
  response.stream.pipe(
    Stream.runFold(
      () => ({ size: 0, chunks: new Array<Uint8Array>() }),
      (read, chunk) => {
        const size = read.size + chunk.length
        if (size <= largest) read.chunks.push(chunk)
        return { size, chunks: read.chunks }
      }
    ),
    Effect.map(({ chunks, size }) => size > largest ? Option.none() : Option.some(Buffer.concat(chunks)))
  )
