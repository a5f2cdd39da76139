/**
 * Where Node keeps what it has compiled of the program. Whoever can write there can make us run what he likes, with our
 * secrets; so it is a folder of this user's cache, and none where anybody else could change it. Node's own choice would be
 * the temporary directory, which all users share.
 */
import { lstatSync, mkdirSync, realpathSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { env, getuid } from "node:process"

const othersWrite = 0o022
const sticky = 0o1000

/** Whether a folder on the way keeps others from putting something else in its place. */
const holds = (folder: string, uid: number): boolean => {
  const { mode, uid: owner } = lstatSync(folder)
  return (owner === uid || owner === 0) && ((mode & othersWrite) === 0 || (mode & sticky) !== 0)
}

const isHeld = (folder: string, uid: number): boolean =>
  holds(folder, uid) && (dirname(folder) === folder || isHeld(dirname(folder), uid))

/** Whether a path is a folder of this user, in which and above which nobody else can change anything; root could anyway. */
export const isPrivate = (folder: string, uid: number): boolean => {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === uid && (found.mode & othersWrite) === 0 && isHeld(dirname(folder), uid)
}

/** The folder, made where it is not there yet; undefined where there is none that is private. */
export const compileCache = (): string | undefined => {
  const uid = getuid?.()
  if (uid === undefined) return undefined
  try {
    const named = env["XDG_CACHE_HOME"] ?? ""
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "daybook", "compiled")
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const real = realpathSync(folder)
    return isPrivate(real, uid) ? real : undefined
  } catch {
    // A start without it is slower and nothing else.
    return undefined
  }
}
