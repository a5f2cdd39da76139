/**
 * A store of so many nights of 20 accounts at four banks, as `daybook run nightly` makes it over the gateway of the tests:
 * each night every account has ten new rows and a balance, and each read lists those of the days before once more. Two of the
 * banks have ids that can be believed, two have none. A folder that holds such a store is used again, and goes on from there.
 */
import { Clock, DateTime, Effect, FileSystem, Schema } from "effect"
import { Daybook, type Extras, processUsage, Usage, writeConfig } from "../test/support/daybook/Daybook.ts"
import { type StatedTransaction, unitsOf } from "../test/support/gateway/statedRows.ts"
import { TestGateway } from "../test/support/gateway/TestGateway.ts"

const banks = ["xb_quince", "xb_rowan", "xb_sorrel", "xb_tansy"]
const accountsPerBank = 5
const rowsPerNight = 10

/** How long a gateway remembers what it lists: longer than any night looks back. */
const listedDays = 40

export const day = 86_400_000
export const firstNight = DateTime.toEpochMillis(DateTime.makeUnsafe("2026-01-05T03:00:00.000Z"))

export const instant = (millis: number) => DateTime.formatIso(DateTime.makeUnsafe(millis))

const fact = (key: string, value: string) => `${key} = { value = ${value}, source = "bench", checked = 2026-11-22 }\n`

/** The capability file of a bank that bounds nothing, with rules of its own, as TOML writes their values. */
export const rulesOf = (bank: string, own: Readonly<Record<string, string>>) =>
  `name = "${bank}"\ncountry = "GB"\ntimezone = "Europe/London"\n` +
  fact("account_discovery", "\"always\"") + fact("unbounded_history", "\"always\"") +
  fact("requests_per_second", "0") + fact("requests_per_day", "0") +
  Object.entries(own).map(([key, value]) => fact(key, value)).join("")

const accounts = banks.flatMap((bank, ordinal) =>
  Array.from({ length: accountsPerBank }, (_, nth) => ({
    ref: `${bank}-${nth}`,
    accountId: `${bank}-account-${nth}`,
    currency: "GBP",
    category: "Business" as const,
    type: "current" as const,
    description: `Account ${nth}`,
    identifications: [{
      scheme: "UK.OBIE.SortCodeAccountNumber",
      identification: `2004${ordinal}${nth}4150000${ordinal}${nth}`,
      name: "Bench Limited"
    }],
    person: bank
  }))
)

const shops = ["Quince & Sons", "Birch Bakery", "The Damson Tree", "Elm Street Books", "Alder Hardware", "Fir Fuels"]

/** The rows that an account has on a day; a fixed stir of its number and theirs. */
const rowsOf = (account: number, night: number): ReadonlyArray<StatedTransaction> =>
  Array.from({ length: rowsPerNight }, (_, nth) => {
    const number = (night * accounts.length + account) * rowsPerNight + nth
    const stirred = Math.imul(number + 1, 0x9e3779b1) >>> 0
    const pence = (stirred >>> 3) % 99_999 + 1
    const shop = shops[stirred % shops.length] ?? ""
    return {
      ref: accounts[account]?.ref ?? "",
      // Every second bank has ids.
      ...Math.floor(account / accountsPerBank) % 2 === 0 ? { id: `B${number}` } : {},
      status: "booked",
      credit: stirred % 5 < 2,
      amount: `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`,
      currency: "GBP",
      bookedAt: instant(firstNight + (night - 1) * day + nth * 3_600_000),
      information: `${shop} card 4047 purchase ${number}`,
      reference: `Ref ${number.toString(36)}`,
      merchant: { name: shop, category: "5411" }
    }
  })

/** What a movement adds to the balance. */
export const movementOf = ({ amount, credit }: StatedTransaction) => unitsOf(credit ? amount : `-${amount}`)

/** What the gateway states after so many nights. */
const state = (gateway: TestGateway, night: number): void => {
  const held = accounts.map(() => 0n)
  const rows: Array<StatedTransaction> = []
  for (let each = 0; each <= night; each += 1) {
    for (const account of accounts.keys()) {
      const theirs = rowsOf(account, each)
      held[account] = theirs.reduce((sum, row) => sum + movementOf(row), held[account] ?? 0n)
      if (each > night - listedDays) rows.push(...theirs)
    }
  }
  const at = instant(firstNight + night * day)
  gateway.transactions = rows
  gateway.balances = accounts.map(({ currency, ref }, account) => ({
    ref,
    type: "booked",
    currency,
    units: held[account] ?? 0n,
    at
  }))
}

/** How far a folder has come, and what the gateway has to know to go on. */
const Mark = Schema.fromJsonString(Schema.Struct({
  port: Schema.Int,
  night: Schema.Int,
  consents: Schema.Array(Schema.Struct({ id: Schema.String, bank: Schema.String }))
}))

/** A command that failed, which a bench cannot measure. */
export class NightFailed extends Schema.TaggedError<NightFailed>()("NightFailed", {
  command: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.command}: ${this.reason}`
  }
}

/** Runs a command that must end well. */
export const must = Effect.fn("bench.must")(
  function*(daybook: Daybook, extras: Extras, ...args: ReadonlyArray<string>) {
    const ended = yield* daybook.runWith(extras, ...args)
    if (ended.exitCode === 0) return ended
    return yield* new NightFailed({ command: ended.command, reason: ended.stderr.slice(-2000) })
  }
)

/** Runs a command that must end well, and says what it took: seconds on the clock and of the processor, and MB. */
export const taken = Effect.fn("bench.taken")(
  function*(daybook: Daybook, usage: string, ...args: ReadonlyArray<string>) {
    const files = yield* FileSystem.FileSystem
    const began = yield* Clock.currentTimeMillis
    const ended = yield* must(daybook, { preload: processUsage(usage) }, ...args)
    const wall = ((yield* Clock.currentTimeMillis) - began) / 1000
    return { ended, wall, ...(yield* Schema.decodeEffect(Usage)(yield* files.readFileString(usage))) }
  }
)

/** A store, and the gateway that it is of. */
export interface YearStore {
  readonly daybook: Daybook
  /** The day begins on which the bank has nothing new to tell. */
  readonly nextDay: () => void
}

const permissions = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsDetail",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits"
]

/** The consents of a folder at a gateway that was started anew. */
const knownAgain = (gateway: TestGateway, consents: ReadonlyArray<{ readonly id: string; readonly bank: string }>) => {
  for (const [ordinal, { bank, id }] of consents.entries()) {
    gateway.consents.all.set(id, {
      id,
      ordinal,
      person: bank,
      nth: 0,
      institution: bank,
      permissions,
      callbackUri: "http://127.0.0.1:8765/callback",
      door: `door-${ordinal}`,
      createdAt: firstNight,
      authorisedAt: firstNight,
      modifiedAt: firstNight,
      status: "AUTH",
      deleted: false,
      expiresAt: firstNight + 720 * day
    })
  }
}

/** Makes the store of so many nights in a folder, or what it lacks of them. The gateway lasts as long as the scope. */
export const makeYear = Effect.fn("bench.makeYear")(
  function*(folder: string, nights: number, told: (night: number) => Effect.Effect<void>) {
    const files = yield* FileSystem.FileSystem
    const mark = `${folder}/made.json`
    const before = (yield* files.exists(mark))
      ? yield* Schema.decodeEffect(Mark)(yield* files.readFileString(mark))
      : { port: 0, night: -1, consents: [] }
    const gateway = yield* TestGateway.start({
      anyClient: true,
      port: before.port,
      clock: instant(firstNight + Math.max(0, before.night) * day),
      approveAfterReads: 0,
      discovery: "always",
      unboundedHistory: "always",
      historyDays: 0,
      pageSize: 100
    })
    gateway.accounts = accounts
    knownAgain(gateway, before.consents)
    yield* writeConfig(
      `${folder}/config`,
      Object.fromEntries(banks.map((bank, ordinal) => [
        bank,
        rulesOf(bank, { bulk: "\"none\"", transaction_ids: ordinal % 2 === 0 ? "\"stable\"" : "\"absent\"" })
      ])),
      ""
    )
    const daybook = new Daybook(`${folder}/out`, gateway.env, `${folder}/config`)
    const begin = (night: number) => {
      gateway.setTime(instant(firstNight + night * day))
      state(gateway, night)
    }
    if (before.night < 0) {
      begin(0)
      for (const bank of banks) {
        gateway.consents.person = bank
        yield* must(daybook, {}, "consent", "new", bank, "--callback", "none", "--poll", "1")
      }
    }
    const consents = [...gateway.consents.all.values()].map(({ id, institution }) => ({ id, bank: institution }))
    for (const { id } of consents) gateway.consents.change(id, { expiresAt: firstNight + 720 * day })
    const port = Number(new URL(gateway.origin).port)
    for (let night = Math.max(0, before.night + 1); night < nights; night += 1) {
      begin(night)
      yield* must(daybook, {}, "run", "nightly")
      gateway.asked.length = 0
      yield* files.writeFileString(mark, JSON.stringify({ port, night, consents }))
      yield* told(night + 1)
    }
    const last = Math.max(nights - 1, before.night)
    begin(last)
    let now = firstNight + last * day
    const store: YearStore = {
      daybook,
      nextDay: () => {
        now += day
        gateway.setTime(instant(now))
      }
    }
    return store
  }
)
