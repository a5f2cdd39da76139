const hosts = new Set(["127.0.0.1", "[::1]", "localhost"])

/** Whether an address leads no further than this machine. */
export const isLoopback = (address: URL): boolean => hosts.has(address.hostname)
