/**
 * Where Node keeps what it has compiled of the program. Whoever can write there can make us run what he likes, with our
 * secrets; so it is a folder of this user's cache, and none where anybody else could change it. Node's own choice would be
 * the temporary directory, which all users share.
 */
import { existsSync, mkdirSync, realpathSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { env, getuid } from "node:process"
import { isPrivate } from "./privateFolder.ts"

/** Makes a folder and those above it. Node's own way to do that goes on for ever where none can be made, as in /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** The folder, made where it is not there yet; undefined where there is none that is private. */
export const compileCache = (): string | undefined => {
  const uid = getuid?.()
  if (uid === undefined) return undefined
  try {
    const named = env["XDG_CACHE_HOME"] ?? ""
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "daybook", "compiled")
    makeFolder(folder)
    const real = realpathSync(folder)
    return isPrivate(real, uid) ? real : undefined
  } catch {
    // A start without it is slower and nothing else.
    return undefined
  }
}
