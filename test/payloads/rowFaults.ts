/**
 * What is wrong with the fields that every row must have, field by field.
 */
import { amountText, unsignedOf } from "./facts.ts"
import { ExactNumber, isJsonObject, type Json } from "./json.ts"
import type { Fault } from "./Reading.ts"

/** A text that must be there. `isKnown` says whether its words are some that are understood. */
export const textFaults = (
  value: Json | undefined,
  path: string,
  unknown?: { readonly code: string; readonly isKnown: (text: string) => boolean }
): ReadonlyArray<Fault> => {
  if (value === undefined || value === null) return [{ code: "missing-field", path }]
  if (typeof value !== "string") return [{ code: "wrong-type", path }]
  if (value.trim() === "") return [{ code: "empty-field", path }]
  return unknown === undefined || unknown.isKnown(value) ? [] : [{ code: unknown.code, path }]
}

const sumFaults = (value: Json | undefined, path: string): ReadonlyArray<Fault> => {
  const text = amountText(value)
  if (value instanceof ExactNumber && text === undefined) return [{ code: "amount-inexact", path }]
  const isAmount = (sent: string) => unsignedOf(sent) !== undefined
  return textFaults(text ?? value, path, { code: "bad-amount", isKnown: isAmount })
}

/** An object of an amount and its currency. */
export const amountFaults = (value: Json | undefined, path: string): ReadonlyArray<Fault> => {
  if (value === undefined || value === null) return [{ code: "missing-field", path }]
  if (!isJsonObject(value)) return [{ code: "wrong-type", path }]
  return [
    ...sumFaults(value["Amount"], `${path}/Amount`),
    ...textFaults(value["Currency"], `${path}/Currency`, {
      code: "bad-currency",
      isKnown: (text) => /^[A-Z]{3}$/.test(text)
    })
  ]
}
