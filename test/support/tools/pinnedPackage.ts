/**
 * A package that is fetched outside of the lockfile, and used only where it is byte for byte the one that was looked at. What
 * was fetched and verified once is kept beside the other packages, so the next time needs no network.
 */
import { Effect, FileSystem, Schema } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { createHash } from "node:crypto"

/** A package at one version, and the digest of its tarball as lockfiles write it. */
export interface PinnedPackage {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

/** The package was not had, or is another one than was pinned. */
export class PackageRefused extends Schema.TaggedError<PackageRefused>()("PackageRefused", {
  name: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.name} ${this.reason}`
  }
}

/** Fails unless these bytes are the tarball that was pinned. */
export const verifyTarball = Effect.fn("pinnedPackage.verify")(function*(pinned: PinnedPackage, tarball: Uint8Array) {
  const found = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  if (found === pinned.integrity) return
  return yield* new PackageRefused({
    name: `${pinned.name}@${pinned.version}`,
    reason: `is not the package that was pinned: ${found} instead of ${pinned.integrity}; nothing of it was run`
  })
})

const run = Effect.fnUntraced(function*(name: string, command: string, ...args: ReadonlyArray<string>) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const code = yield* spawner.exitCode(
    ChildProcess.make(command, args, { stdin: "ignore", stdout: "ignore", stderr: "inherit" })
  )
  if (code !== 0) return yield* new PackageRefused({ name, reason: `could not be had: ${command} ended with ${code}` })
})

/** The folder of a package below `cache`, as `node_modules/<name>` of a folder named after its digest; fetched where it is new. */
export const pinnedPackage = Effect.fn("pinnedPackage")(function*(pinned: PinnedPackage, modules: string) {
  const fs = yield* FileSystem.FileSystem
  const target = `${modules}/${pinned.name}`
  if (yield* fs.exists(target)) return target
  const name = `${pinned.name}@${pinned.version}`
  const scratch = yield* fs.makeTempDirectoryScoped({ directory: modules, prefix: ".fetched-" })
  // From npm's own cache where it is there.
  yield* run(name, "npm", "pack", name, "--prefer-offline", "--silent", "--pack-destination", scratch)
  const [file] = yield* fs.readDirectory(scratch)
  if (file === undefined) return yield* new PackageRefused({ name, reason: "could not be had: npm gave no file" })
  yield* verifyTarball(pinned, yield* fs.readFile(`${scratch}/${file}`))
  yield* fs.makeDirectory(`${scratch}/package`)
  yield* run(name, "tar", "-xzf", `${scratch}/${file}`, "-C", `${scratch}/package`, "--strip-components=1")
  yield* fs.makeDirectory(target.slice(0, target.lastIndexOf("/")), { recursive: true })
  yield* fs.rename(`${scratch}/package`, target)
  return target
}, Effect.scoped)
