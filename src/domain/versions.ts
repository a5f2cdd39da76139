/**
 * The versions that an export names, so that whoever loads it can tell what made it.
 */

/** The version of this program; a test holds it equal to the package's. */
export const programVersion = "0.1.0"

/** The version of the book's tables. */
export const schemaVersion = 1

/**
 * The version of the rule by which a transaction is told from another; every version of a row names it. A row is named
 * anew, and nothing is imported twice, where it changes.
 */
export const ruleVersion = 1
