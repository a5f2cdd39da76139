/**
 * Callback addresses: only as registered. For loopback addresses the port is free (RFC 8252, 7.3), because an
 * application on a person's machine takes whichever port it gets; the path is exact.
 */

import { isLoopback } from "../../domain/webAddress.ts"

const unsafeSchemes = new Set(["javascript:", "data:", "file:", "vbscript:", "blob:", "about:"])

/** Parses an address that may be registered: absolute, no fragment, no user name, written plainly. */
export const parseCallback = (text: string): URL | undefined => {
  // Printable ASCII without backslash and fragment: it becomes a header.
  if (!URL.canParse(text) || !/^[\x21-\x7e]{1,2000}$/.test(text) || /[\\#]/.test(text)) return undefined
  const url = new URL(text)
  if (unsafeSchemes.has(url.protocol) || url.username !== "" || url.password !== "") return undefined
  const web = url.protocol === "http:" || url.protocol === "https:"
  // A host may hold characters that mean something else in the page's policy; ours are plain.
  if (web && !(/^https?:\/\//i.test(text) && /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(url.hostname))) return undefined
  // `/a/../b` and the like are read differently by different programs.
  if (/\/\.{1,2}(\/|$)|%2e|%2f|%5c/i.test(text.split("?", 1)[0] ?? "")) return undefined
  return url
}

/** Whether `asked` is the address that was registered; it may add a query where none was registered. */
const matches = (registered: URL, asked: URL): boolean => {
  const samePort = registered.port === asked.port ||
    (registered.protocol === "http:" && isLoopback(registered))
  return registered.protocol === asked.protocol && registered.hostname === asked.hostname && samePort &&
    registered.pathname === asked.pathname && (registered.search === "" || registered.search === asked.search)
}

/** Whether an address may be used with these registrations. */
export const isRegistered = (registered: ReadonlyArray<string>, asked: string): boolean => {
  const url = parseCallback(asked)
  if (url === undefined) return false
  return registered.some((one) => {
    const known = parseCallback(one)
    return known !== undefined && matches(known, url)
  })
}

/** The callback with what it hears added to the query that it already had. */
export const callbackWith = (callbackUri: string, heard: Readonly<Record<string, string>>): string => {
  const added = new URLSearchParams(heard).toString()
  return `${callbackUri}${callbackUri.includes("?") ? (/[?&]$/.test(callbackUri) ? "" : "&") : "?"}${added}`
}
