/**
 * Where the capability rules come from: `<configuration folder>/institutions/<institution>.toml`. No file means cautious
 * defaults; a file with a fault is never taken for no file.
 */
import { Array, Effect, FileSystem, Layer, LayerMap, Option, Path, Schema } from "effect"
import { Institution } from "../domain/identifiers.ts"
import { ConfigFolder } from "../settings/ConfigFolder.ts"
import { ConfigurationInvalid, type Fault } from "../settings/ConfigurationInvalid.ts"
import { decodeToml, readToml } from "../settings/tomlFile.ts"
import { Capability, type Profile, profileOf } from "./Capability.ts"
import { InstitutionFile } from "./InstitutionFile.ts"

/** Reads one bank's profile. Fails with every fault of its file. */
export const readProfile = Effect.fn("Capabilities.readProfile")(function*(institution: Institution) {
  const path = yield* Path.Path
  const file = path.join(yield* ConfigFolder, "institutions", `${institution}.toml`)
  const toml = yield* readToml(file)
  if (Option.isNone(toml)) return profileOf(institution, Option.none())
  const content = yield* decodeToml(toml.value, InstitutionFile)
  if (content.requestSigning?.value === "client") {
    const message = "expected \"gateway\": Daybook signs no requests, and a bank that wants that cannot be read by it"
    const line = toml.value.lineOf(["request_signing"])
    return yield* new ConfigurationInvalid({ faults: [{ file, key: "request_signing", line, message }] })
  }
  return profileOf(institution, Option.some({ file, content }))
})

/** The typed layer of each institution's rules; a file is read once, when its institution is first asked for. */
export class Capabilities extends LayerMap.Service<Capabilities>()("daybook/institution/Capabilities", {
  lookup: (institution: Institution) => Layer.effect(Capability, readProfile(institution)),
  idleTimeToLive: "1 hour"
}) {}

const institutionNames = Effect.fn("Capabilities.institutionNames")(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = path.join(yield* ConfigFolder, "institutions")
  const entries = yield* fs.readDirectory(folder).pipe(
    Effect.catchTag("PlatformError", (error) =>
      error.reason._tag === "NotFound"
        ? Effect.succeed<ReadonlyArray<string>>([])
        : new ConfigurationInvalid({ faults: [{ file: folder, key: null, line: null, message: "cannot be read" }] }))
  )
  return entries
    .filter((entry) => entry.endsWith(".toml") && !entry.startsWith("."))
    .toSorted()
    .map((entry) => ({ file: path.join(folder, entry), name: entry.slice(0, -".toml".length) }))
})

const readNamed = Effect.fn("Capabilities.readNamed")(function*({ file, name }: { file: string; name: string }) {
  const institution = yield* Schema.decodeEffect(Institution)(name).pipe(
    Effect.mapError(() =>
      new ConfigurationInvalid({
        faults: [{ file, key: null, line: null, message: "the file's name is no institution's name" }]
      })
    )
  )
  return yield* readProfile(institution)
})

/**
 * Every institution that has a file, by name, and every fault of their files. An institution with a fault is missing
 * from the profiles.
 */
export const readInstitutions: Effect.Effect<
  { readonly profiles: ReadonlyArray<Profile>; readonly faults: ReadonlyArray<Fault> },
  never,
  FileSystem.FileSystem | Path.Path
> = institutionNames().pipe(
  Effect.flatMap(Effect.partition(readNamed)),
  Effect.map(([profiles, failures]) => ({ profiles, faults: failures.flatMap(({ faults }) => faults) })),
  Effect.catchTag("ConfigurationInvalid", ({ faults }) => Effect.succeed({ profiles: [], faults }))
)

/** Every institution that has a file, by name; fails with all faults of all files. */
export const allInstitutions: Effect.Effect<
  ReadonlyArray<Profile>,
  ConfigurationInvalid,
  FileSystem.FileSystem | Path.Path
> = Effect.flatMap(
  readInstitutions,
  ({ profiles, faults }) =>
    Array.isReadonlyArrayNonEmpty(faults) ? Effect.fail(new ConfigurationInvalid({ faults })) : Effect.succeed(profiles)
)
