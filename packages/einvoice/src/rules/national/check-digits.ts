const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0)

/** Returns whether a text is a GLN with the right check digit (GS1, modulo 10). */
export function isGln(text: string): boolean {
  if (!/^\d+$/.test(text)) return false
  const digits = Array.from(text, Number).toReversed()
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === digits[0]
}

/** Returns whether a text is a Norwegian organization number (modulo 11). */
export function isNorwegianNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  return (11 - (weighted(text, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(text[8])
}

/** Returns whether a text is a Danish CVR number: eight digits, which may follow `DK`. */
export function isDanishNumber(text: string): boolean {
  return /^(?:DK)?\d{8}$/.test(text)
}

/** Returns whether a text is a Belgian enterprise number (modulo 97). */
export function isBelgianNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))
}

/** Returns whether a text is a Swedish organization number (Luhn). */
export function isSwedishNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const sum = Array.from(text, Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Returns whether a text is an Australian business number (modulo 89). */
export function isAustralianNumber(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  const digits = `${Number(text[0]) - 1}${text.slice(1)}`
  return (
    (weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - (text[0] === '0' ? 10 + 10 : 0)) % 89 === 0
  )
}
