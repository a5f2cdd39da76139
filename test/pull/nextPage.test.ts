import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Next } from "../../src/gateway/envelope.ts"
import { keyOf, nextPage, type Position } from "../../src/pull/nextPage.ts"

const from = "fromBookingDateTime=2026-01-01T00%3A00%3A00"
const own = `accountId=A-1&${from}`

const position = (visited: ReadonlyArray<string> = [own]): Position => ({
  what: "transactions of consent c-1",
  subject: { kind: "account", name: "A-1" },
  resource: "transactions",
  url: new URL("https://gateway.example/ais/v1/c-1/transactions"),
  own,
  visited: new Set(visited.map(keyOf))
})

const link = (text: string): Next => ({ _tag: "link", link: text })

const follow = (text: string) => Result.getOrThrow(nextPage(position(), link(text)))
const refuse = (next: Next, visited?: ReadonlyArray<string>) =>
  Result.getOrThrow(Result.flip(nextPage(position(visited), next)))

const second = `${own}&page=2`

describe("a next link to the same resource is replayed by its query on our path", () => {
  it.each([
    "https://gateway.example/ais/v1/c-1/transactions?page=2",
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
      const sent = new URL(`https://gateway.example/?page=2${tail}`).search.slice(1)
      assert.deepStrictEqual(follow(text), { query: `${own}&${sent}`, trimmed: second, finding: undefined })
    }
  )

  it("and its parameters are laid over ours", () => {
    const moved = "?fromBookingDateTime=2026-01-01T00:00:00&toBookingDateTime=2026-03-01T10:00:00.000123Z"
    assert.strictEqual(follow(moved).query, `accountId=A-1&${moved.slice(1)}`)
    assert.strictEqual(follow("?page=2&accountId=A-1").query, `${from}&page=2&accountId=A-1`)
  })

  it.each(["cursor=cGc%2Bfg%3D%3D", "cursor=cGc+fg==", "cursor=%FE%81", "cursor=a%20b+c", "cursor", "=x", "c=a=b"])(
    "and a token of any kind goes back as it was sent: %s",
    (token) => {
      assert.strictEqual(follow(`?${token}`).query, `${own}&${token}`)
    }
  )

  it("and without what it has twice where the bank refuses that", () => {
    const twice = "accountId=A-1&accountId=A-1&page=2"
    assert.deepStrictEqual(follow(`?${twice}`), {
      query: `${from}&${twice}`,
      trimmed: `${from}&accountId=A-1&page=2`,
      finding: undefined
    })
  })

  it("and a parameter that it repeats is repeated", () => {
    assert.strictEqual(follow("?page=2&status=BOOK&status=PDNG").query, `${own}&page=2&status=BOOK&status=PDNG`)
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

describe("two queries are one page", () => {
  const isOne = (one: string, other: string) => keyOf(one) === keyOf(other)

  it("where they say the same, in whatever order and however it is written", () => {
    assert.isTrue(isOne(own, "fromBookingDateTime=2026-01-01T00:00:00&accountId=%41-1"))
    assert.isTrue(isOne("a=1&b=x+y&a=2", "b=x%20y&a=1&a=2"))
  })

  it("and not where any value is another, or bytes that are no text are", () => {
    assert.isFalse(isOne("a=1&a=2", "a=3&a=2"))
    assert.isFalse(isOne("a=1&a=2", "a=2&a=1"))
    assert.isFalse(isOne("cursor=%FE%81", "cursor=%FE%82"))
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
    assert.strictEqual(follow("?page=2&accountId=A-1'").trimmed, `${from}&page=2&accountId=A-1`)
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
    const asked = new URLSearchParams(next.success.query)
    assert.includeMembers([...asked.keys()], [...new URLSearchParams(own).keys()])
  }
})
