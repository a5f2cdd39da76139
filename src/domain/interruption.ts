/**
 * What is told of a command that was ended by hand, also before anything else is loaded.
 */

export const interruption = {
  _tag: "Interrupted",
  message: "interrupted; what was read is kept, and the next run goes on from it"
} as const
