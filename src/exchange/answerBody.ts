/**
 * The body of an answer, whole and bounded. The client decodes nothing by itself, so content codings are undone here.
 */
import { Effect, Option, Result, Stream } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib"

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

/** What came over the wire where its content coding could not be undone, and as much of it as can be read all the same. */
export interface Undecoded {
  readonly coding: "broken" | "unknown"
  readonly sent: Uint8Array
  readonly legible: Uint8Array
}

/** A body, or in words why there is none. */
export interface TakenBody {
  readonly body: Result.Result<Uint8Array, string>
  readonly undecoded: Undecoded | null
}

const taken = (bytes: Uint8Array): TakenBody => ({ body: Result.succeed(bytes), undecoded: null })

const refused = (reason: string, undecoded: Undecoded | null = null): TakenBody => ({
  body: Result.fail(reason),
  undecoded
})

/** What a broken body holds up to where it breaks; nothing where not even that can be read. */
const legibleOf = (decode: typeof gunzipSync, sent: Uint8Array, largest: number): Uint8Array =>
  Result.getOrElse(
    Result.try(() => {
      const finishFlush = decode === brotliDecompressSync ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
      return new Uint8Array(decode(sent, { finishFlush, maxOutputLength: largest }))
    }),
    () => new Uint8Array()
  )

/**
 * The whole body of an answer, free of its content coding; or in words why there is none: too large, or a coding that is
 * unknown or broken, of which the bytes are given as they came. A connection that breaks off fails.
 */
export const answerBody = Effect.fnUntraced(function*(
  response: HttpClientResponse.HttpClientResponse,
  largest: number
): Effect.fn.Return<TakenBody, HttpClientError.HttpClientError> {
  const tooLarge = refused(`it is larger than ${largest / MB} MB`)
  const announced = Number(response.headers["content-length"] ?? Number.NaN)
  if (announced > largest) return tooLarge
  const sent = Number.isNaN(announced)
    ? yield* counted(response, largest)
    : Option.some(new Uint8Array(yield* response.arrayBuffer))
  if (Option.isNone(sent)) return tooLarge
  const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding === "" || coding === "identity") return taken(sent.value)
  const decode = decoders[coding]
  if (decode === undefined) {
    const undecoded = { coding: "unknown", sent: sent.value, legible: sent.value } as const
    return refused("it has a content coding that nobody asked for", undecoded)
  }
  return Result.getOrElse(
    Result.try({
      try: () => taken(new Uint8Array(decode(sent.value, { maxOutputLength: largest }))),
      // What unpacks to more than was allowed is well formed: the buffer was too small for it.
      catch: (cause) => cause instanceof RangeError
    }),
    (isTooLarge) =>
      isTooLarge ? tooLarge : refused("its content coding is broken", {
        coding: "broken",
        sent: sent.value,
        legible: legibleOf(decode, sent.value, largest)
      })
  )
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
