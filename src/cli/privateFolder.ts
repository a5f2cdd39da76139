/**
 * Whether a folder is this user's alone, on the whole way to it.
 */
import { lstatSync } from "node:fs"
import { dirname } from "node:path"

const othersWrite = 0o022

// Where it is set, as on a temporary directory, only who owns an entry may put another in its place.
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
