/**
 * `daybook consent renew <consent or institution>`.
 */
import { Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { ConsentUnknown } from "../../../consent/ConsentError.ts"
import { load, storeLayers } from "../../layers.ts"
import { reportRun } from "../../runReport.ts"
import { newConsentFlags, newConsentOptions } from "./new.ts"

/** An institution has no live consent, or more than one, so it does not say which is to be renewed. */
export class RenewalUnclear extends Schema.TaggedError<RenewalUnclear>()("RenewalUnclear", {
  institution: Schema.String,
  found: Schema.Int
}) {
  override get message() {
    return `${this.institution} has ${this.found} live consents in this store; name the one to renew, ` +
      "they are listed with: daybook consent list"
  }
}

/** The consent that is meant: by its id, or by an institution that has exactly one live consent. */
const meant = Effect.fnUntraced(function*(name: string) {
  const [{ knownConsents, stateOf }, { StoreClock }] = yield* load(() =>
    Promise.all([import("../../../journal/knownConsents.ts"), import("../../../store/StoreClock.ts")])
  )
  const known = yield* knownConsents
  const byId = known.find(({ consentId }) => consentId === name)
  if (byId !== undefined) return byId
  const theirs = known.filter(({ institution }) => institution === name)
  if (theirs.length === 0) return yield* new ConsentUnknown({ consentId: name })
  const now = yield* (yield* StoreClock).now
  const live = theirs.filter((consent) => stateOf(consent, now)._tag === "live")
  const [only] = live
  return only !== undefined && live.length === 1
    ? only
    : yield* new RenewalUnclear({ institution: name, found: live.length })
})

export const consentRenew = Command.make(
  "renew",
  {
    name: Argument.String("consent").pipe(
      Argument.withDescription("The consent, or an institution with exactly one live consent")
    ),
    ...newConsentFlags
  },
  Effect.fn("cli.consent.renew")(function*({ name, ...flags }) {
    const { Credentials } = yield* load(() => import("../../../settings/Credentials.ts"))
    const { renew } = yield* load(() => import("../../../../pipelines/renew.ts"))
    const old = yield* meant(name)
    const options = yield* newConsentOptions(flags)
    yield* reportRun(yield* renew(old, options).pipe(Effect.provide(Credentials.layer)), flags.json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Ask the person again, read everything once, and retire the consent that this one replaces"),
  Command.withExamples([
    { command: "daybook consent renew gb_cedar_personal", description: "Renew the one consent of a bank" }
  ])
)
