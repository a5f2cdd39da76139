/**
 * Addresses of the web, as they stand in settings and answers.
 */

/** Whether an address is one that HTTP leads to. */
export const isWebAddress = (address: URL): boolean => address.protocol === "http:" || address.protocol === "https:"

const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"])

/** Whether an address leads no further than this machine. */
export const isLoopback = (address: URL): boolean => loopbackHosts.has(address.hostname)
