/**
 * Something that a person should look at. It is no error: nothing stops for it, and nothing is lost.
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

/** A finding as commands print it; `where` names its subject. */
export const printedFinding = ({ code, message, subject }: Finding) => ({ code, message, where: subject.name })
