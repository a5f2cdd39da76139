/**
 * Which number ends a command for which failure (contract, section 3), by the failure's tag: for the shell and for the
 * journal, which say the same. `program.ts` looks failures up in this table, so one that is missing does not compile.
 */

/** A defect of ours. */
export const defect = 1

/** Usage or configuration. */
export const usage = 2

/** Interrupted by the person or the system. */
export const interrupted = 130

/** The exit code of each failure. */
export const exitCodes = {
  // Usage and configuration: nothing was tried.
  ConfigurationInvalid: usage,
  ConfigurationMissing: usage,
  CredentialsMissing: usage,
  CredentialsUnreadable: usage,
  CredentialsRefused: usage,
  PermissionsRefused: usage,
  CallbackRefused: usage,
  InstitutionUnknown: usage,
  ConsentUnknown: usage,
  RenewalUnclear: usage,
  AccountUnknown: usage,
  RunUnknown: usage,
  NotInQuarantine: usage,
  TransactionUnknown: usage,
  QuestionUnclear: usage,
  DaysReversed: usage,
  NothingPublished: usage,
  NotYetBuilt: usage,
  WorldMismatch: usage,
  Redirected: usage,
  SandboxPortTaken: usage,
  WebhookAddressInvalid: usage,
  ModelBankInvalid: usage,
  StoreNotOfSandbox: usage,

  // A read failed or stopped; what there is, is kept.
  AnswerUnreadable: 10,
  LoopingNext: 10,
  ForeignNext: 10,
  OtherResourceNext: 10,
  UnreadableNext: 10,
  PageCapReached: 10,
  RepeatedPage: 10,
  ListMoving: 10,
  Forbidden: 10,
  NotOffered: 10,
  BadRequest: 10,

  // A consent needs a person.
  NoConsent: 11,
  ConsentGone: 11,
  ConsentNotUsed: 11,
  ConsentWaiting: 11,
  ConsentRejected: 11,
  ConsentRevoked: 11,
  ConsentExpired: 11,
  ConsentDeleted: 11,
  ConsentStatusUnknown: 11,
  ConsentPermitsNothing: 11,
  ConsentClosed: 11,
  PermissionMissing: 11,
  PersonAbsent: 11,
  SessionOver: 11,
  TokenRefused: 11,

  // The gateway could not be reached or kept failing.
  GatewayUnreachable: 13,
  GatewayFailing: 13,
  NoAnswer: 13,
  OutcomeUnknown: 13,
  TokenWithheld: 13,

  QuotaSpent: 14,
  RunBusy: 15,

  // Storage.
  DiskFull: 16,
  MemoryExhausted: 16,
  StorageDamaged: 16,
  JournalIncomplete: 16,
  StorageTooNew: 16,
  StorageLocked: 16,
  StorageDenied: 16,
  StorageMissing: 16,
  StorageUnsettled: 16,
  FileRefused: 16,
  StateUnreadable: 16,
  StateNotWritten: 16,

  // Defects that we can name.
  StatementFailed: defect,
  RowEquationBroken: defect,
  ExportUnequal: defect,
  SchemaError: defect,
  PageUnexpected: defect
} as const satisfies Readonly<Record<string, number>>
