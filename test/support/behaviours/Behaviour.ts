/**
 * Something that banks have been seen to do, by name: what it makes of a bank, and when it can be said to have happened.
 */
import type { NodeServices } from "@effect/platform-node"
import type { Effect } from "effect"
import type { Daybook } from "../daybook/Daybook.ts"
import type { Ended } from "../daybook/Ended.ts"
import type { DaybookUnusable } from "../daybook/queryFile.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import type { ServedPage } from "../gateway/readResource.ts"
import type { Script, TestGateway } from "../gateway/TestGateway.ts"
import type { IdsTell } from "../truth/Readings.ts"
import type { Dice } from "../world/Dice.ts"
import type { Night } from "../world/GroundTruth.ts"
import type { Movements } from "../world/Movements.ts"
import type { StatedNight } from "../world/stateNight.ts"

/** What Daybook is told of a bank. */
export type Rules = Readonly<Record<string, string | number | boolean>>

/** A command of Daybook as it is run in a night. */
export type Run<Result = Ended> = Effect.Effect<Result, DaybookUnusable, NodeServices.NodeServices>

/** A night as a behaviour sees it. What it asks for ends with the night. */
export interface NightAtBank {
  readonly number: number
  /** The day it is, counted from 1970-01-01. */
  readonly day: number
  readonly dice: Dice
  readonly gateway: TestGateway
  readonly daybook: Daybook
  /** The newest consent of a person. */
  readonly consentOf: (person: string) => string
  /** Runs a command; `check` looks how another one ended. */
  readonly run: (...args: ReadonlyArray<string>) => Run
  readonly check: (ended: Ended) => void
  readonly night: Night
  /** The night before; none in the first. */
  readonly before: Night | undefined
  /** States a night at the gateway. */
  readonly state: (night: Night) => void
  /** What became of the statement while it was read. */
  readonly became: () => StatedNight
  /** Says that the behaviour has happened to so many rows. */
  readonly saw: (rows: number) => void
  readonly onAsked: (script: Script) => void
  readonly onPage: (act: (page: ServedPage) => void) => void
  /** Runs may end with this number in this night. */
  readonly mayEndWith: (exitCode: number) => void
  /** What the bank told in this night is not what was true: nothing is compared before the next. */
  readonly notToBeCompared: () => void
}

export interface Behaviour {
  readonly name: string
  readonly movements?: Partial<Movements>
  readonly settings?: Partial<GatewaySettings>
  readonly rules?: Rules
  /** How many rows show the behaviour by a page of transactions that was just given. */
  readonly shows?: (page: ServedPage, gateway: TestGateway) => number
  /** What it does in a night, before anything is asked for. */
  readonly begins?: (night: NightAtBank) => void
  /** What it looks at when the night is over. */
  readonly ends?: (night: NightAtBank) => void
  /** What becomes of the first person's renewal, and of a nightly run, which may have to see to the renewal. */
  readonly renewal?: (night: NightAtBank, renew: Run) => Run<unknown>
  readonly nightly?: (night: NightAtBank, nightly: Run, renew: Run) => Run
  /** What the bank's ids then tell of the rows of one answer. */
  readonly idsTell?: IdsTell
}

/** Rows that a consent opens, as they are stated when a list begins. */
export const statedFor = ({ consent, ref }: ServedPage, gateway: TestGateway) => {
  const refs = new Set(gateway.accountsOf(consent).map((account) => account.ref))
  return gateway.transactions.filter((row) => refs.has(row.ref) && (ref === undefined || row.ref === ref))
}
