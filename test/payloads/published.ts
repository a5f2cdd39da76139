/**
 * The published payloads, as the gateway is to serve them: the file of each, and how it is asked for. What `sources.md`
 * says of where they come from is theirs; their values are our own.
 */
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

export type PayloadResource = "accounts" | "balances" | "transactions"

/** One payload. `name` is its file's, without folder and ending. */
export interface Payload {
  readonly name: string
  readonly resource: PayloadResource
  /** The bytes to serve. */
  readonly text: string
  /** In bulk, or asked for by the one account that it speaks of. */
  readonly route: "bulk" | "account"
  /** The AccountIds that the list of accounts of its consent has. */
  readonly accounts: ReadonlyArray<string>
}

/** The name of a resource's list in the envelope. */
export const listOf = { accounts: "Account", balances: "Balance", transactions: "Transaction" } as const

/** Accounts of which a payload speaks and that the list of accounts does not have. */
const unlisted: Readonly<Record<string, ReadonlyArray<string>>> = {
  "049-cloudentity": ["25003"],
  "079-cloudentity": ["30803"]
}

const folder = fileURLToPath(new URL(".", import.meta.url))

const accountIds = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(/"AccountId": "([^"]+)"/g)].map(([, id]) => id ?? ""))
]

const payloadOf = (resource: PayloadResource, path: string): Payload => {
  const name = basename(path, ".json")
  const text = readFileSync(path, "utf8")
  const spoken = accountIds(text)
  const listed = spoken.filter((id) => !(unlisted[name] ?? []).includes(id))
  return {
    name,
    resource,
    text,
    route: resource === "accounts" || spoken.length > 1 || name.includes("bulk") ? "bulk" : "account",
    accounts: listed.length > 0 || resource === "accounts" ? listed : [`nobody-${name.slice(0, 3)}`]
  }
}

/** Every payload, in the order of their numbers. */
export const payloads: ReadonlyArray<Payload> = (["accounts", "balances", "transactions"] as const).flatMap((
  resource
) => globSync(`${folder}${resource}/*.json`).toSorted().map((path) => payloadOf(resource, path)))
