/**
 * Names and secrets that follow from the seed, so that the same seed gives the same ones, also after a restart from a
 * state file that holds no secret in clear.
 *
 * Limit: who knows the seed knows these. That is meant for model money on a loopback address; clients that register on
 * the portal get secrets from the system's random source instead.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** 32 bytes that only seed and labels decide. */
export const seededBytes = (seed: number, ...labels: ReadonlyArray<string | number>): Buffer =>
  createHmac("sha256", `daybook sandbox ${seed}`).update(labels.join("\n")).digest()

/** 256 bits, safe in an address. */
export const seededText = (seed: number, ...labels: ReadonlyArray<string | number>): string =>
  seededBytes(seed, ...labels).toString("base64url")

/** A version 4 UUID that only seed and labels decide. */
export const seededUuid = (seed: number, ...labels: ReadonlyArray<string | number>): string => {
  const bytes = seededBytes(seed, ...labels).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/** 256 random bits, safe in an address. */
export const randomText = (): string => randomBytes(32).toString("base64url")

/** SHA-256 in hexadecimal: how secrets of 256 bits are kept. */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("hex")

/** Compares without telling by its time how much was right. */
export const equalSecrets = (a: string, b: string): boolean =>
  timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest())
