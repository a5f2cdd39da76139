/**
 * The pipelines by name, with what they need to reach the gateway. Loaded only by commands that read from a bank.
 */
import { backfill } from "../../pipelines/backfill.ts"
import { firstSession } from "../../pipelines/first-session.ts"
import { nightly } from "../../pipelines/nightly.ts"

export { Credentials } from "../settings/Credentials.ts"

export const pipelines = { nightly, "first-session": firstSession, backfill }
