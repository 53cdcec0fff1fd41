import ipaddr from 'ipaddr.js'

/** A variable with an invalid value. The message is one line and names the variable. */
export class ConfigError extends Error {
  constructor(name: string, value: string, expected: string) {
    // A URL with a password may have been put into the wrong variable.
    const [from, to] = [value.indexOf('//'), value.lastIndexOf('@')]
    const shown = from !== -1 && from < to ? `${value.slice(0, from)}//…${value.slice(to)}` : value
    super(`${name}=${JSON.stringify(shown)} does not work: ${expected}`)
    this.name = 'ConfigError'
  }
}

/** Reads single variables and converts their values. */
export type Variables = ReturnType<typeof readVariables>

/**
 * Creates readers of variables.
 *
 * @throws {ConfigError} from each reader, for an invalid value
 */
export function readVariables(environment: NodeJS.ProcessEnv) {
  // An empty value counts as not set, as an empty line in a compose or .env file means.
  const text = (name: string) => environment[name]?.trim() || undefined
  return {
    text,
    addresses(name: string) {
      const value = text(name)
      const entries = value?.split(',').map((entry) => entry.trim()) ?? []
      if (value === undefined || entries.every(isAddressOrRange)) return entries
      throw new ConfigError(name, value, 'it takes addresses and CIDR ranges: 10.0.0.1, 192.168.0.0/16')
    },
    integer(name: string, range: { fallback: number; min: number; max: number }) {
      const value = text(name)
      if (value === undefined) return range.fallback
      const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN
      if (number >= range.min && number <= range.max) return number
      throw new ConfigError(name, value, `it takes a whole number from ${range.min} to ${range.max}`)
    },
    choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
      const value = text(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value)
      if (choice !== undefined) return choice
      throw new ConfigError(name, value, `it takes one of ${choices.join(', ')}`)
    },
    url(name: string, protocols: readonly string[]) {
      const value = text(name)
      if (value === undefined) return undefined
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
      // A URL may contain a password, so the error does not repeat the value.
      throw new ConfigError(name, '…', `it takes a URL that begins with ${protocols.join('// or ')}//`)
    },
    matching(name: string, pattern: RegExp, rule: { fallback: string; expected: string }) {
      const value = text(name) ?? rule.fallback
      if (pattern.test(value)) return value
      throw new ConfigError(name, value, rule.expected)
    },
  }
}

/**
 * Returns true for a full address or range: `10` and `0x7f.1` are addresses to some programs, and a number of proxies
 * to others.
 */
function isAddressOrRange(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || ipaddr.isValidCIDR(text)
}
