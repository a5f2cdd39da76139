import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Next } from "../../src/gateway/envelope.ts"
import { keyOf, nextPage, type Position } from "../../src/pull/nextPage.ts"

const own = { accountId: "A-1", fromBookingDateTime: "2026-01-01T00:00:00" }

const position = (visited: ReadonlyArray<Record<string, string>> = [own]): Position => ({
  what: "transactions of consent c-1",
  subject: { kind: "account", name: "A-1" },
  resource: "transactions",
  url: new URL("https://gateway.example/ais/v1/c-1/transactions"),
  own,
  visited: new Set(visited.map(keyOf))
})

const link = (text: string): Next => ({ _tag: "link", link: text })

const follow = (text: string) => Result.getOrThrow(nextPage(position(), link(text)))
const refuse = (next: Next, visited?: ReadonlyArray<Record<string, string>>) =>
  Result.getOrThrow(Result.flip(nextPage(position(visited), next)))

const second = { ...own, page: "2" }

describe("a next link to the same resource is replayed by its query on our path", () => {
  it.each([
    "https://gateway.example/ais/v1/c-1/transactions?page=2",
    "https://gateway.example/ais/v1/c-1/transactions?page=2&accountId=A-1",
    "http://gateway.example:8443/ais/v1/c-1/transactions?page=2",
    "https://api.bank.example/open-banking/v4.0/aisp/accounts/77/transactions?page=2",
    "https://api.bank.example/open-banking/v4.0/aisp/transactions/?page=2",
    "/ais/v1/c-1/transactions?page=2",
    "/open-banking/v4.0/aisp/accounts/77/transactions?page=2",
    "transactions?page=2",
    "null/open-banking/v3.1/aisp/transactions?page=2",
    "?page=2",
    "https://api.bank.example/transactions'?page=2",
    "  ?page=2  "
  ])("%s", (text) => {
    assert.deepStrictEqual(follow(text), { query: second, trimmed: undefined, finding: undefined })
  })

  it.each(["?page=2'", "?page=2/", "https://api.bank.example/aisp/transactions?page=2'/"])(
    "as it was sent, and without a stray end where the bank refuses that: %s",
    (text) => {
      const tail = text.split("page=2")[1] ?? ""
      assert.deepStrictEqual(follow(text), { query: { ...own, page: `2${tail}` }, trimmed: second, finding: undefined })
    }
  )

  it("and its parameters are laid over ours", () => {
    const moved = "?fromBookingDateTime=2026-01-01T00:00:00&toBookingDateTime=2026-03-01T10:00:00.000123Z"
    assert.deepStrictEqual(follow(moved).query, { ...own, toBookingDateTime: "2026-03-01T10:00:00.000123Z" })
  })

  it("and a token of any kind survives", () => {
    assert.deepStrictEqual(follow("?cursor=cGc%2Bfg%3D%3D").query, { ...own, cursor: "cGc+fg==" })
  })
})

describe("no next", () => {
  it("is the end, without a word where there is none", () => {
    assert.deepStrictEqual(Result.getOrThrow(nextPage(position(), { _tag: "absent" })), {
      query: undefined,
      trimmed: undefined,
      finding: undefined
    })
  })

  it.each([
    "https://gateway.example/ais/v1/c-1/transactions?",
    "https://api.bank.example/aisp/transactions",
    "https://api.bank.example/aisp/transactions/'",
    "?"
  ])("is a link that leads nowhere, with a finding: %s", (text) => {
    const { finding, query } = follow(text)
    assert.isUndefined(query)
    assert.strictEqual(finding?.code, "blank-next")
    assert.deepStrictEqual(finding?.subject, { kind: "account", name: "A-1" })
    assert.strictEqual(
      finding?.message,
      "a page of transactions of consent c-1 has a link to a next page that leads nowhere; it is taken for the last one"
    )
  })

  it("is an empty text, with a finding", () => {
    assert.strictEqual(Result.getOrThrow(nextPage(position(), { _tag: "blank" })).finding?.code, "blank-next")
  })
})

describe("a read stops", () => {
  it("at a page that it has seen", () => {
    const error = refuse(link("?page=2&accountId=A-1"), [own, second])
    assert.strictEqual(error._tag, "LoopingNext")
    assert.strictEqual(
      error.message,
      "the bank's links between the pages of transactions of consent c-1 run in a circle; " +
        "what came before is kept, run again later and report it to the gateway if it stays"
    )
  })

  it("at its own first page", () => {
    assert.strictEqual(refuse(link("?fromBookingDateTime=2026-01-01T00:00:00"))._tag, "LoopingNext")
  })

  it("at a link to another host and resource", () => {
    const error = refuse(link("https://evil.example/steal?page=2"))
    assert.strictEqual(error._tag, "ForeignNext")
    assert.strictEqual(
      error.message,
      "the next page of transactions of consent c-1 is said to lie at evil.example, where nothing is sent; " +
        "what came before is kept, report it to the gateway"
    )
  })

  it("at a link to another resource of the gateway", () => {
    const error = refuse(link("https://gateway.example/ais/v1/c-1/balances?page=2"))
    assert.strictEqual(error._tag, "OtherResourceNext")
    assert.strictEqual(
      error.message,
      "the next page of transactions of consent c-1 is said to be another resource; " +
        "what came before is kept, report it to the gateway"
    )
    assert.strictEqual(refuse(link("/ais/v1/c-1/transactions/2?page=2"))._tag, "OtherResourceNext")
  })

  it.each(["?page=2&accountId=A-2", "/ais/v1/c-1/transactions?AccountID=A-2&page=2"])(
    "at a link to another account: %s",
    (text) => {
      const error = refuse(link(text))
      assert.strictEqual(error._tag, "OtherAccountNext")
      assert.strictEqual(
        error.message,
        "the next page of transactions of consent c-1 is said to be another account's; " +
          "what came before is kept, report it to the gateway"
      )
    }
  )

  it("but not at one that names our own account with a stray sign behind it", () => {
    assert.deepStrictEqual(follow("?page=2&accountId=A-1'").trimmed, second)
  })

  it("at a link that is no address", () => {
    assert.strictEqual(
      refuse(link("https://[nowhere?page=2")).message,
      "the link to the next page of transactions of consent c-1 cannot be read; " +
        "what came before is kept, report it to the gateway"
    )
    assert.strictEqual(refuse({ _tag: "unreadable" })._tag, "UnreadableNext")
  })
})

it.prop("whatever the link, what is asked next is our own path with our own parameters", [Schema.String], ([text]) => {
  const next = nextPage(position(), link(text))
  if (Result.isSuccess(next) && next.success.query !== undefined) {
    assert.includeMembers(Object.keys(next.success.query), Object.keys(own))
  }
})
