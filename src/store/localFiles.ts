/**
 * The platform's files, small ones read without a thread of their own: what stands in the system's cache is there in microseconds, and to
 * have a thread of Node's fetch it takes some forty, for each of opening, reading and closing. A night reads thousands of pages and logs.
 *
 * What is large, what is written and what fails goes the platform's way, which tells of a failure as it always does. Who makes a file waits
 * for whatever another is just bringing to the disk, so that is for threads.
 */
import { Effect, FileSystem, Layer, Option } from "effect"
import { accessSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs"

/** What is larger keeps everybody else waiting for longer than a thread costs. */
const largest = 2 ** 20

/** Does something at once; where it cannot be done so, `otherwise`. */
const atOnce = <A, E>(act: () => Option.Option<A>, otherwise: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    try {
      return Option.match(act(), { onNone: () => otherwise, onSome: Effect.succeed })
    } catch {
      return otherwise
    }
  })

/** A pipe or a folder is no file that is there at once. */
const read = (path: string): Option.Option<Uint8Array> => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= largest ? Option.some(readFileSync(path)) : Option.none()
}

const isNowhere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined

/** The same files, quicker where they are small. */
export const localFiles = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(FileSystem.FileSystem, (files) =>
    FileSystem.make({
      ...files,
      access: (path, options) =>
        atOnce(
          () => options === undefined ? Option.some(accessSync(path)) : Option.none(),
          files.access(path, options)
        ),
      readDirectory: (path, options) =>
        atOnce(
          () => options?.recursive === true ? Option.none() : Option.some(readdirSync(path)),
          files.readDirectory(path, options)
        ),
      remove: (path, options) =>
        atOnce(
          // Most of what is taken away in the end was never made.
          () => options?.force === true && isNowhere(path) ? Option.some(undefined) : Option.none(),
          files.remove(path, options)
        ),
      readFile: (path) => atOnce(() => read(path), files.readFile(path))
    }))
)
