/**
 * The one tool that is fetched outside of the lockfile is the one that was pinned, or it is not run.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { pinnedPackage, verifyTarball } from "./support/tools/pinnedPackage.ts"

const tarball = new TextEncoder().encode("a package")
const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
const pinned = { name: "some-tool", version: "1.0.0", integrity }

it.effect("takes the package that was pinned, and refuses one of which a byte is another", () =>
  Effect.gen(function*() {
    yield* verifyTarball(pinned, tarball)
    const error = yield* Effect.flip(verifyTarball(pinned, tarball.slice(0, -1)))
    assert.match(
      error.message,
      /^some-tool@1\.0\.0 is not the package that was pinned: sha512-.+; nothing of it was run$/
    )
  }))

it.effect("asks for nothing once it has been verified", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const modules = yield* fs.makeTempDirectoryScoped()
    yield* fs.makeDirectory(`${modules}/some-tool`)
    assert.strictEqual(yield* pinnedPackage(pinned, modules), `${modules}/some-tool`)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it("no script of the package fetches a tool that is not pinned", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  assert.notMatch(JSON.stringify(scripts), /\bnpx\b|npm exec|\bdlx\b/)
})
