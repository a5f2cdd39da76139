/**
 * What is told of a command that was ended by hand, also before anything else is loaded.
 */

export const interruption = {
  _tag: "Interrupted",
  message: "interrupted; run again to go on from what is kept"
} as const
