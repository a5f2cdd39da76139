/**
 * The links of a page to the others of its read, and how many there are.
 */
import type { Resource } from "../../domain/permission.ts"
import type { Fault } from "../faults/faults.ts"
import type { BankRules } from "../world/ModelBanks.ts"
import { type Cut, pagesOf } from "./paging.ts"

/** The parameters that are understood, in the order in which links carry them. */
export const parameters = ["accountId", "fromBookingDateTime", "toBookingDateTime", "page", "snapshot"] as const

/** What a request asked for. */
export type Query = { readonly [K in typeof parameters[number]]?: string }

/** The page that the links stand on. */
export interface Place {
  /** The sandbox's own address. */
  readonly origin: string
  readonly bank: BankRules
  readonly resource: Resource
  readonly path: string
  readonly query: Query
  readonly cut: Cut
  readonly page: number
  readonly fault: Fault | undefined
}

/** `Links` and `Meta` as this bank writes them, or as the fault wants them. */
export const pageLinks = (place: Place, snapshot: string) => {
  const { bank, cut, fault, origin, page, query, resource } = place
  const address = (path: string, changes: Query) => {
    const asked = { ...query, ...changes }
    const text = new URLSearchParams(parameters.flatMap((name): Array<[string, string]> => {
      const value = asked[name]
      return value === undefined ? [] : [[name, value]]
    })).toString()
    return `${origin}${path}${text === "" ? "" : `?${text}`}`
  }
  const to = (page: number) => address(place.path, { page: String(page), snapshot })
  const pages = pagesOf(cut)
  const self = address(place.path, {})
  const next = nextLink(place, self, page < pages ? to(page + 1) : undefined, snapshot)
  const paged = pages > 1 || resource === "transactions"
  const others = {
    ...(paged ? { First: to(1) } : {}),
    ...(page > 1 ? { Prev: to(page - 1) } : {}),
    ...(next === undefined ? {} : { Next: next }),
    ...(paged ? { Last: to(pages) } : {})
  }
  const counted = resource === "accounts" && pages === 1 && fault !== "wrong-total-pages"
    ? {}
    : { TotalPages: fault === "wrong-total-pages" ? pages + 7 : pages }
  if (bank.links === "Links") return { Links: { Self: self, ...others }, Meta: counted }
  const lowerCase = Object.fromEntries(Object.entries(others).map(([name, link]) => [name.toLowerCase(), link]))
  return { Links: { Self: self }, Meta: { ...counted, ...lowerCase } }
}

const nextLink = (place: Place, self: string, next: string | undefined, snapshot: string): string | undefined => {
  const { origin, path, resource } = place
  switch (place.fault) {
    case "looping-next":
      return self
    case "foreign-next":
      return `https://pages.${place.bank.institution.replaceAll("_", "-")}.example/next?page=2&snapshot=${snapshot}`
    case "other-resource-next": {
      const other = resource === "balances" ? "transactions" : "balances"
      return `${origin}${path.slice(0, path.lastIndexOf("/"))}/${other}?page=1`
    }
    default:
      return next
  }
}
