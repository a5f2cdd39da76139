/**
 * What the gateway knows us by, the client id and secret of the user portal, and the keys that sign webhooks. They come
 * only from the environment or from files that it names, never from the configuration.
 */
import { Config, Context, Effect, FileSystem, Layer, Option, Redacted, Schema } from "effect"
import { dirname } from "node:path"
import { env } from "node:process"
import { signingKey } from "../interface/webhooks.ts"

/** A variable that a secret should come from is not set, neither itself nor with `_FILE`. */
export class CredentialsMissing extends Schema.TaggedError<CredentialsMissing>()("CredentialsMissing", {
  variable: Schema.String
}) {
  /** What is to be done about it. */
  get expected() {
    return `set it, or ${this.variable}_FILE to the name of a file that holds it`
  }

  override get message() {
    return `${this.variable} is not set; ${this.expected}`
  }
}

/**
 * The file that a `..._FILE` variable names cannot be read, or holds no line of text. Its name is not told: it may be the secret itself,
 * put into the wrong variable.
 */
export class CredentialsUnreadable extends Schema.TaggedError<CredentialsUnreadable>()("CredentialsUnreadable", {
  variable: Schema.String
}) {
  /** What is wrong with the variable. */
  get fault() {
    return "names a file that cannot be read, or that is no line of text"
  }

  override get message() {
    return `${this.variable} ${this.fault}; correct the variable or the file`
  }
}

/** A variable and its `_FILE` give two values: whoever changed one believes in something that does not happen. */
export class CredentialsUnclear extends Schema.TaggedError<CredentialsUnclear>()("CredentialsUnclear", {
  variable: Schema.String
}) {
  /** What is wrong with the variable. */
  get fault() {
    return `says another value than the file that ${this.variable}_FILE names; unset one of the two`
  }

  override get message() {
    return `${this.variable} ${this.fault}`
  }
}

/** A secret for signatures has another form. Its value is not told. */
export class SigningSecretInvalid extends Schema.TaggedError<SigningSecretInvalid>()("SigningSecretInvalid", {
  variable: Schema.String
}) {
  override get message() {
    return `${this.variable} is no secret that signs webhooks; set it as it was shown, whsec_ and base64 after it`
  }
}

const everyoneReads = 0o004
const everyoneEnters = 0o001

/** Whether every user of the machine can read a file: its mode says so, and so does that of each folder above it. */
const isOpenToAll = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const has = (path: string, bit: number) => Effect.map(fs.stat(path), ({ mode }) => (mode & bit) !== 0)
  if (!(yield* has(file, everyoneReads))) return false
  for (let folder = dirname(yield* fs.realPath(file)); dirname(folder) !== folder; folder = dirname(folder)) {
    if (!(yield* has(folder, everyoneEnters))) return false
  }
  return true
}, Effect.orElseSucceed(() => false))

const fromFile = Effect.fnUntraced(function*(variable: string, path: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString(path).pipe(Effect.option, Effect.map(Option.getOrElse(() => "")))
  // Editors and `echo` end a file with a line feed that belongs to no secret.
  const value = text.trim()
  if (value === "" || /\p{Cc}|\ufffd/u.test(value)) return yield* new CredentialsUnreadable({ variable })
  if (/SECRET/.test(variable) && (yield* isOpenToAll(path))) {
    yield* Effect.logWarning(`${path} holds a secret and can be read by every user; take that away: chmod o-r ${path}`)
  }
  return Redacted.make(value)
})

/** A secret from the variable or from the file that `<variable>_FILE` names; an empty variable counts as none. */
export const readSecret = Effect.fn("Credentials.readSecret")(function*(variable: string) {
  // A shell or a file of variables may leave a line end behind a value, which belongs to none.
  const read = (name: string) =>
    Config.option(Config.String(name)).pipe(
      Effect.mapError(() => new CredentialsMissing({ variable })),
      Effect.map((value) => Option.getOrElse(value, () => "").trim() || undefined)
    )
  const given = yield* read(variable)
  const file = yield* read(`${variable}_FILE`)
  const filed = file === undefined ? undefined : yield* fromFile(`${variable}_FILE`, file)
  if (given === undefined) return filed ?? (yield* new CredentialsMissing({ variable }))
  if (filed !== undefined && Redacted.value(filed) !== given) return yield* new CredentialsUnclear({ variable })
  return Redacted.make(given)
})

/** The key that signs webhooks, theirs to us or ours to others, from a variable or the file that it names. */
export const readSigningKey = Effect.fn("Credentials.readSigningKey")(function*(variable: string) {
  const key = signingKey(Redacted.value(yield* readSecret(variable)))
  return key === undefined ? yield* new SigningSecretInvalid({ variable }) : key
})

/** The environment of the programs that we start: nothing of ours, secrets among it. */
export const environmentOfOthers = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^DAYBOOK_/i.test(name)))

/** The client id and secret. */
export class Credentials extends Context.Service<Credentials, {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}>()("daybook/settings/Credentials") {
  /** `DAYBOOK_GATEWAY_CLIENT_ID` and `DAYBOOK_GATEWAY_CLIENT_SECRET`, each also with `_FILE`. */
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function*() {
      const clientId = yield* readSecret("DAYBOOK_GATEWAY_CLIENT_ID")
      const clientSecret = yield* readSecret("DAYBOOK_GATEWAY_CLIENT_SECRET")
      return Credentials.of({ clientId: Redacted.value(clientId), clientSecret })
    })
  )

  /** Credentials that are at hand, such as those of a sandbox in this process. */
  static readonly given = (clientId: string, clientSecret: Redacted.Redacted) =>
    Layer.succeed(Credentials, Credentials.of({ clientId, clientSecret }))
}
