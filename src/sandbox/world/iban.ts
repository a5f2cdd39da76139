/** An IBAN of a country and its national number, with the check digits of ISO 7064 (remainder 97). */
export const iban = (country: string, national: string): string => {
  const digits = `${national}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `${country}${String(98n - BigInt(digits) % 97n).padStart(2, "0")}${national}`
}
