const LINE = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(?:#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/

/**
 * Returns the first line of the payment terms that begins with `#` and is not a cash discount of XRechnung, such as
 * `#SKONTO#TAGE=14#PROZENT=2.00#`. A cash discount must end with a line break.
 */
export function invalidCashDiscount(paymentTerms: string): string | undefined {
  const lines = paymentTerms.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (!line.trim().startsWith('#')) continue
    if (!LINE.test(line.trim()) || index === lines.length - 1) return line
  }
  return undefined
}
