/**
 * The secrets of ours that a gateway has seen, taken out of what it sends back before anyone looks at it: neither the
 * journal nor a sentence may repeat them. Each of their bytes becomes a `*`, so that a body keeps its length and its form.
 */
import { Redacted, RegExp as Pattern, Result } from "effect"

/** As much of an answer as may repeat a secret. */
interface Repeating {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Result.Result<Uint8Array, string>
}

/** A body and the one header that is kept, free of secrets. `places` is where one stood. */
export interface Concealed {
  readonly body: Result.Result<Uint8Array, string>
  readonly interactionId: string | null
  readonly places: number
}

/**
 * The shortest secret that is looked for in what a bank says of accounts. A shorter one may be a word, and no row is to
 * lose a word; a refusal holds no rows.
 */
const unmistakable = 16

/** Characters that have names in markup. */
const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos" }

/** A character as JSON, addresses and markup may spell it. */
const spellings = (character: string): string => {
  if (/[A-Za-z0-9]/.test(character)) return character
  const code = character.charCodeAt(0)
  const entity = entities[character]
  const hex = [...code.toString(16).padStart(2, "0")].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("")
  return `(?:\\\\?${Pattern.escape(character)}|\\\\u00${hex}|%${hex}|&#${code};|&#[xX]${hex};${
    entity === undefined ? "" : `|&${entity};`
  })`
}

/** How a secret is found in bytes that are read as Latin-1. */
interface Sought {
  readonly length: number
  /** The longest part that every spelling leaves as it is: where it is not, nothing needs to be looked through. */
  readonly part: string
  readonly pattern: RegExp
}

const soughtOf = (secret: string): Sought => ({
  length: secret.length,
  part: secret.split(/[^A-Za-z0-9]/).reduce((longest, part) => part.length > longest.length ? part : longest),
  pattern: new RegExp([...Buffer.from(secret).toString("latin1")].map(spellings).join(""), "g")
})

/** Bytes without what is sought, and in how many places it was. */
const without = (bytes: Buffer, sought: ReadonlyArray<Sought>) => {
  const found = sought.filter(({ part }) => bytes.includes(part))
  if (found.length === 0) return { rest: bytes, places: 0 }
  let places = 0
  const rest = found.reduce((left, { pattern }) =>
    left.replaceAll(pattern, (secret) => {
      places += 1
      return "*".repeat(secret.length)
    }), bytes.toString("latin1"))
  return { rest: places === 0 ? bytes : Buffer.from(rest, "latin1"), places }
}

/** Remembers secrets, and takes them out of answers. */
export class SentSecrets {
  readonly #sought = new Map<string, Sought>()

  /** From now on this is not to be repeated. */
  add(secret: Redacted.Redacted): void {
    const value = Redacted.value(secret)
    if (value !== "" && !this.#sought.has(value)) this.#sought.set(value, soughtOf(value))
  }

  /** Bytes in a coding that cannot be undone, where they hold none of them as far as can be read; nothing of any that do. */
  withoutAny({ legible, sent }: { readonly sent: Uint8Array; readonly legible: Uint8Array }): Uint8Array {
    const all = [...this.#sought.values()]
    const repeats = [sent, legible].some((bytes) => without(Buffer.from(bytes), all).places > 0)
    return repeats ? new Uint8Array() : sent
  }

  /** An answer's body and interaction id without them. */
  concealed({ body, headers, status }: Repeating): Concealed {
    const all = [...this.#sought.values()]
    const refused = status < 200 || status >= 300
    const id = headers["x-fapi-interaction-id"]
    const inId = without(Buffer.from(id ?? ""), all)
    const interactionId = id === undefined ? null : inId.rest.toString()
    if (Result.isFailure(body)) return { body, interactionId, places: inId.places }
    const { buffer, byteLength, byteOffset } = body.success
    const inBody = without(
      Buffer.from(buffer, byteOffset, byteLength),
      refused ? all : all.filter(({ length }) => length >= unmistakable)
    )
    return {
      body: inBody.places === 0 ? body : Result.succeed(new Uint8Array(inBody.rest)),
      interactionId,
      places: inBody.places + inId.places
    }
  }
}
