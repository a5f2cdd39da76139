/**
 * Addresses of the web, as they stand in settings and answers. Both come from outside: what is shown to a person or called
 * with a token is looked at here before.
 */
import { Schema } from "effect"

const webProtocols = new Set(["http:", "https:"])

/** Whether an address is one that HTTP leads to: no other is ever opened or called. */
export const isWebAddress = (address: URL): boolean => webProtocols.has(address.protocol)

/** Whether a text may stand in a setting, or what is expected. A user name or a password would be a secret in a file. */
export const isPlainAddress = (text: string): string | true => {
  const url = URL.parse(text)
  if (url === null || !isWebAddress(url)) return "expected an address that starts with http:// or https://"
  return url.username === "" && url.password === "" ? true : "expected an address without user name and password"
}

/** What may stand in a setting. */
export const isPlainWebAddress = Schema.makeFilter(isPlainAddress)

/** Names of this machine for itself. */
const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"])

/**
 * Whether an address leads no further than this machine: there a port may be any, since a program takes what is free, and
 * there alone a sandbox is believed.
 */
export const isLoopback = (address: URL): boolean => loopbackHosts.has(address.hostname)

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Whether a `Host` header names this machine, with whatever port. A page elsewhere can have its own name lead here (DNS
 * rebinding), and its browser then takes what it reads for the page's own; but the header still says that name.
 */
export const namesThisMachine = (host: string): boolean => thisMachine.test(host)
