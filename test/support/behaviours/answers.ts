/**
 * Answers that say less than they seem to.
 */
import { instantText } from "../gateway/GatewayConsents.ts"
import type { Script } from "../gateway/TestGateway.ts"
import { monthOf } from "../world/GroundTruth.ts"
import type { Behaviour, NightAtBank } from "./Behaviour.ts"

/** How often such a bank has a bad night. */
const share = 0.12

/** Answers the first question for transactions of a bad night so. */
const firstAnswer = (answer: ReturnType<Script>, also: (night: NightAtBank) => void) => (night: NightAtBank): void => {
  // Of a first session there is no second one to make good what it lacked.
  if (night.number === 0 || night.night.renewal || !night.dice.chance(share)) return
  let answered = false
  also(night)
  night.onAsked(({ path }) => {
    if (answered || !path.endsWith("/transactions")) return undefined
    answered = true
    night.saw(1)
    return answer
  })
}

/** A night in which a list was kept back: what it would have said is another night's. */
const isPartial = ({ mayEndWith, notToBeCompared }: NightAtBank): void => {
  mayEndWith(10)
  notToBeCompared()
}

const ofAPage = { Links: { Self: "https://bank.example/page" }, Meta: { TotalPages: 1 } }

/** Answers of which each looks sound from outside. */
export const answers: ReadonlyArray<Behaviour> = [
  {
    name: "an answer lacks its list",
    begins: firstAnswer({ body: { Data: {}, ...ofAPage } }, isPartial)
  },
  {
    name: "an answer has errors where its list belongs",
    begins: firstAnswer({
      body: { Data: { Errors: [{ ErrorCode: "UK.OBIE.UnexpectedError", Message: "later" }] }, ...ofAPage }
    }, isPartial)
  },
  {
    name: "a window is refused for a moment, without a reason",
    begins: firstAnswer({ status: 400, body: {} }, () => {})
  }
]

/** Rows that a bank has and, so old, lists to nobody any more. */
const keptDays = 42

const givenUp: NonNullable<Behaviour["shows"]> = ({ bounds, consent, ref, start }, gateway) => {
  if (start > 0) return 0
  const oldest = instantText(gateway.now() - keptDays * 86_400_000)
  return gateway.transactions.filter((row) =>
    (ref === undefined || row.ref === ref) && row.bookedAt < oldest && (bounds.from ?? "") <= row.bookedAt &&
    gateway.accountsOf(consent).some((account) => account.ref === row.ref)
  ).length
}

/** What a bank no longer lists although the consent spans it. */
export const histories: ReadonlyArray<Behaviour> = [
  {
    name: "old rows are given up, and the bank says since when",
    settings: { keptDays, tellsFirstAvailable: true },
    shows: givenUp
  },
  {
    name: "old rows are given up without a word",
    settings: { keptDays },
    shows: givenUp
  }
]

/** Ids that change once for all rows, and are believed. */
export const ids: ReadonlyArray<Behaviour> = [
  {
    name: "all ids are new, once a month",
    movements: { ids: "renumbered" },
    settings: { ids: "stated" },
    rules: { transaction_ids: "stable" },
    idsTell: true,
    ends: ({ night, number, saw }) => {
      if (number > 0 && monthOf(number) !== monthOf(number - 1)) saw(night.truth.booked.length)
    }
  }
]
