/**
 * Something that a person should look at. It is no error: nothing stops for it, and nothing is lost. Reads, the book, the
 * configuration and the look at a store as a whole all speak of such things in this one shape.
 */

/** What a finding is about: one thing of a kind, by the name that it has there. */
export interface Subject {
  readonly kind: "store" | "institution" | "consent" | "account" | "run" | "table" | "configuration"
  readonly name: string
}

/**
 * What was found, wherever it was: in a read, in the book, in the configuration, in how a store stands. Code and subject
 * tell it from others; `evidence` holds facts and no personal detail.
 */
export interface Finding {
  readonly code: string
  readonly subject: Subject
  readonly message: string
  readonly evidence: { readonly [fact: string]: unknown }
}

/**
 * A finding as commands print it: `where` names its subject. The evidence stays in the table, because a command prints for
 * people and for scripts that only ask what is wrong and where.
 */
export const printedFinding = ({ code, message, subject }: Finding) => ({ code, message, where: subject.name })
