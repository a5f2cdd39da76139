/**
 * What a bank in a generated world does. Every behaviour is a switch: a share is the chance per payment or per night,
 * 0 switches it off.
 */
export interface Movements {
  /** How many accounts; the last of several is a wallet in three currencies. */
  readonly accounts: number
  /** Whose an account is, by its place among so many. */
  readonly personOf: (ordinal: number, accounts: number) => string
  /** From which of its person's consents on an account is named by the list of accounts; 0 is always. */
  readonly listedFrom: (ordinal: number, accounts: number) => number
  /** Days of history before the first night. */
  readonly historyDays: number
  /** Payments on a day of history and in a night, of all accounts together. */
  readonly perNight: number
  /** Hours from one night to the next; 0 plays every night on one day. */
  readonly stepHours: number
  /** How AccountIds look: plain words, such with slashes, percent signs and spaces, or 120 characters. */
  readonly accountIds: "plain" | "awkward" | "long"
  /** Whether accounts carry an identification; without one only the AccountId tells them. */
  readonly identified: boolean
  /** Transaction ids: stable, another in each night, all of them new once a month, one of three, or none. */
  readonly ids: "stable" | "reissued" | "renumbered" | "reused" | "absent"
  /** How booking instants are written. */
  readonly instants: "utc" | "millis" | "offset" | "summer" | "midnight" | "date" | "varied" | "edges"
  /** The time zone of the bank's clock. */
  readonly clock: string
  /** Share of payments that come twice, equal in everything that is sent but the id. */
  readonly twins: number
  /** Share of payments that are pending for one to three nights before they book. */
  readonly pending: number
  /** What a pending payment may change when it books; empty where it books just as it was. */
  readonly pendingChanges: ReadonlyArray<"id" | "day" | "amount" | "information">
  /** Share of pending payments that never book. */
  readonly voided: number
  /** Share of payments that are stated late, with a booking day up to `lateDays` before. */
  readonly late: number
  readonly lateDays: number
  /** Chance per night that a booked payment of the last days is stated otherwise from then on. */
  readonly restated: number
  readonly restatements: ReadonlyArray<"amount" | "information" | "day">
  /** Chance per night that a booked payment of the last days is no longer stated. */
  readonly vanished: number
  /** Share of vanished payments that come back within four nights. */
  readonly returned: number
  /** Chance per night that a payment books while the list is being read, and moves the rows behind it. */
  readonly shifted: number
  /** How many payments then book, all of one account: one of these. */
  readonly shiftedRows: readonly [number, ...ReadonlyArray<number>]
  /** Chance per night that pending rows are listed at the head of the list until its first page was read, and how many. */
  readonly fleeting: number
  readonly fleetingRows: readonly [number, ...ReadonlyArray<number>]
  /** Nights at which the person renews the consent. */
  readonly renewals: ReadonlyArray<number>
  /** How many days back a night's read reaches; nothing that changes lies further back. */
  readonly lookbackDays: number
}

/** Plain movements: every payment is stated once, in the night after its day, with its id, and stays. */
export const plainMovements: Movements = {
  accounts: 3,
  personOf: () => "one",
  listedFrom: () => 0,
  historyDays: 60,
  perNight: 5,
  stepHours: 24,
  accountIds: "plain",
  identified: true,
  ids: "stable",
  instants: "utc",
  clock: "Europe/London",
  twins: 0,
  pending: 0,
  pendingChanges: [],
  voided: 0,
  late: 0,
  lateDays: 0,
  restated: 0,
  restatements: [],
  vanished: 0,
  returned: 0,
  shifted: 0,
  shiftedRows: [1],
  fleeting: 0,
  fleetingRows: [1],
  renewals: [],
  lookbackDays: 10
}

/** Everything that banks have been seen to do to rows, mixed; ids are set apart. */
export const everyMovement: Movements = {
  ...plainMovements,
  perNight: 8,
  instants: "varied",
  twins: 0.15,
  pending: 0.3,
  pendingChanges: ["id", "day", "amount", "information"],
  voided: 0.15,
  late: 0.15,
  lateDays: 20,
  restated: 0.4,
  restatements: ["amount", "information", "day"],
  vanished: 0.25,
  returned: 0.6,
  shifted: 0.4,
  lookbackDays: 24
}
