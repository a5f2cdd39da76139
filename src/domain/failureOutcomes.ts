/**
 * What each failure amounts to, by its tag. This is the only place that says so: exit codes, the ledger of runs and the
 * outcome of a read are all made from it. A failure that is missing here can end neither a command nor a run: it does not
 * compile.
 */
import type { Outcome } from "./Outcome.ts"

/** The outcome of each failure. */
export const failureOutcomes = {
  // Usage and configuration.
  UsageInvalid: "usage",
  ConfigurationInvalid: "usage",
  ConfigurationMissing: "usage",
  ConfigurationThere: "usage",
  CredentialsMissing: "usage",
  CredentialsUnclear: "usage",
  CredentialsUnreadable: "usage",
  CredentialsRefused: "usage",
  SigningSecretInvalid: "usage",
  PermissionsRefused: "usage",
  CallbackRefused: "usage",
  InstitutionUnknown: "usage",
  ConsentIdGivenBefore: "usage",
  NoSuchInstitution: "usage",
  ConsentUnknown: "usage",
  RenewalUnclear: "usage",
  AccountUnknown: "usage",
  RunUnknown: "usage",
  NotInQuarantine: "usage",
  FindingUnknown: "usage",
  FindingClosed: "usage",
  CheckBroken: "usage",
  AccountNotHeld: "usage",
  ReviewUnknown: "usage",
  ReviewResolved: "usage",
  ReviewUnanswered: "usage",
  ReadingUnknown: "usage",
  SameAlreadySaid: "usage",
  AccountListedBeside: "usage",
  TransactionUnknown: "usage",
  QuestionUnclear: "usage",
  DaysReversed: "usage",
  ReleaseOver: "usage",
  NothingPublished: "usage",
  NothingJournalled: "usage",
  NotYetBuilt: "usage",
  QueryRefused: "usage",
  FormUnclear: "usage",
  WorldMismatch: "usage",
  Redirected: "usage",
  SandboxPortTaken: "usage",
  WebhookAddressInvalid: "usage",
  WebhookUnheard: "usage",
  ModelBankInvalid: "usage",
  StoreNotOfSandbox: "usage",
  BreakNotFound: "failed",

  // A read failed or stopped; what there is, is kept.
  AnswerUnreadable: "partial",
  AnsweredElsewhere: "partial",
  LoopingNext: "partial",
  ForeignNext: "partial",
  OtherResourceNext: "partial",
  OtherAccountNext: "partial",
  UnreadableNext: "partial",
  PageCapReached: "partial",
  RepeatedPage: "partial",
  ListMoving: "partial",
  RowsRepeated: "partial",
  ListNotWhole: "partial",
  PageRefused: "partial",
  WindowNarrowed: "partial",
  DaysLost: "partial",
  NothingToRead: "partial",
  WindowsNotGiven: "partial",
  ExportForgotten: "partial",
  ReadsNotTakenIn: "partial",
  RunKilled: "partial",
  NoRoute: "partial",
  Quarantined: "partial",
  AccountNotListed: "partial",
  AnswerShort: "partial",
  SpokeAgain: "partial",
  ClockRanBack: "partial",

  // The bank understood the question, and declined.
  ClientRefused: "refused",
  Forbidden: "refused",
  NotOffered: "refused",
  BadRequest: "refused",

  // A consent needs a person.
  NoConsent: "needs-person",
  ConsentGone: "needs-person",
  ConsentNotUsed: "needs-person",
  ConsentWaiting: "needs-person",
  ConsentWaitsAgain: "needs-person",
  ConsentRejected: "needs-person",
  ConsentRevoked: "needs-person",
  ConsentExpired: "needs-person",
  ConsentDeleted: "needs-person",
  ConsentStatusUnknown: "needs-person",
  ConsentPermitsNothing: "needs-person",
  ConsentClosed: "needs-person",
  PermissionMissing: "needs-person",
  SpanEnded: "needs-person",
  PersonAbsent: "needs-person",
  SessionOver: "needs-person",
  TokenRefused: "needs-person",
  DiscoveryClosed: "needs-person",

  // The gateway could not be reached or kept failing.
  GatewayUnreachable: "unreachable",
  GatewayFailing: "unreachable",
  OutcomeUnknown: "unreachable",
  DecisionUnread: "unreachable",
  TokenWithheld: "unreachable",

  // Something is kept back until a person or a later answer clears it.
  CheckFailed: "held",
  AccountsHeld: "held",

  QuotaSpent: "quota",
  RunBusy: "busy",

  // Storage.
  DiskFull: "storage",
  MemoryExhausted: "storage",
  StorageDamaged: "storage",
  JournalIncomplete: "storage",
  JournalGone: "storage",
  BookEmpty: "storage",
  StorageTooNew: "storage",
  BookTooNew: "storage",
  StorageLocked: "storage",
  StorageDenied: "storage",
  StorageMissing: "storage",
  SnapshotOutdated: "storage",
  StorageUnsettled: "storage",
  FileRefused: "storage",
  StateUnreadable: "storage",
  StateNotWritten: "storage",

  Interrupted: "interrupted",

  // Defects; those that we can name first.
  StatementFailed: "failed",
  RowEquationBroken: "failed",
  ExportUnequal: "failed",
  TotalsDisagree: "failed",
  SchemaError: "failed",
  Defect: "failed"
} as const satisfies Readonly<Record<string, Outcome>>

/** The tag of a failure that has an outcome. */
export type FailureTag = keyof typeof failureOutcomes

/** Whether a text is such a tag. */
export const isFailureTag = (tag: string): tag is FailureTag => Object.hasOwn(failureOutcomes, tag)
