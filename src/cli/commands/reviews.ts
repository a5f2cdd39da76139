/**
 * `daybook reviews`: questions that a person can answer.
 */
import { Command } from "effect/cli"
import { reviewsAnswer } from "./reviews/answer.ts"
import { reviewsList } from "./reviews/list.ts"
import { reviewsShow } from "./reviews/show.ts"
import { reviewsUndo } from "./reviews/undo.ts"

/** Questions that a person can answer. */
export const reviews = Command.make("reviews").pipe(
  Command.withDescription(
    "Questions that a person can answer: what a bank sent can be read in two ways, and nothing tells which"
  ),
  Command.withExamples([{ command: "daybook reviews list", description: "What waits for an answer" }]),
  Command.withSubcommands([reviewsList, reviewsShow, reviewsAnswer, reviewsUndo])
)
