/**
 * Which build of the program this is: a package names the commit that it was made from, a clone runs from its source.
 */
import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { programVersion } from "../domain/versions.ts"

/** What `buildPackage.ts` leaves at the top of what it emits. */
export const Build = Schema.Struct({
  /** The commit, short; with a plus where there was more than was committed. Null where it was made outside of a clone. */
  commit: Schema.NullOr(Schema.String)
})

/** In a package beside the emitted `src`; a clone has none. */
const file = new URL("../../build.json", import.meta.url)

/** What of the build is told in one clause. */
const describe = ({ commit }: typeof Build.Type): string =>
  commit === null ? "built outside of a clone" : `build ${commit}`

/** The version and the build, as `--version` prints them. */
export const programBuild: Effect.Effect<string> = Effect.tryPromise(() => readFile(file, "utf8")).pipe(
  Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Build))),
  Effect.match({ onFailure: () => "run from source", onSuccess: describe }),
  Effect.map((build) => `${programVersion} (${build})`)
)
