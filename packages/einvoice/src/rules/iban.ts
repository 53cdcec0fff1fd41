const IBAN = /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/

/** Returns whether a text is an IBAN with the right check digits (ISO 7064, mod 97). White space is ignored. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '')
  if (!IBAN.test(iban)) return false
  let remainder = 0
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`.toUpperCase()) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
