import ipaddr from 'ipaddr.js'

/**
 * Invalid value of an environment variable. The message is one line and names the variable. An empty value is reported
 * as not set.
 */
export class ConfigError extends Error {
  constructor(name: string, value: string, expected: string) {
    // Hides credentials, in case a URL was put into the wrong variable.
    const [from, to] = [value.indexOf('//'), value.lastIndexOf('@')]
    const shown = from !== -1 && from < to ? `${value.slice(0, from)}//…${value.slice(to)}` : value
    super(
      value === ''
        ? `${name} is not set: ${expected}`
        : `${name}=${JSON.stringify(shown)} is not valid: ${expected}`,
    )
    this.name = 'ConfigError'
  }
}

/** Readers of environment variables. Each validates a value and returns it in its type. */
export type Variables = ReturnType<typeof readVariables>

/** Creates the readers. Each throws a `ConfigError` for a wrong value. */
export function readVariables(environment: NodeJS.ProcessEnv) {
  // An empty value is treated as not set, because compose and .env files have empty lines.
  const text = (name: string) => environment[name]?.trim() || undefined
  return {
    text,
    addresses(name: string) {
      const value = text(name)
      const entries = value?.split(',').map((entry) => entry.trim()) ?? []
      if (value === undefined || entries.every(isAddressOrRange)) return entries
      throw new ConfigError(name, value, 'use IP addresses and CIDR ranges such as 10.0.0.1, 192.168.0.0/16')
    },
    integer(name: string, range: { fallback: number; min: number; max: number }) {
      const value = text(name)
      if (value === undefined) return range.fallback
      const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN
      if (number >= range.min && number <= range.max) return number
      throw new ConfigError(name, value, `use a whole number from ${range.min} to ${range.max}`)
    },
    choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
      const value = text(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value)
      if (choice !== undefined) return choice
      throw new ConfigError(name, value, `use one of ${choices.join(', ')}`)
    },
    url(name: string, protocols: readonly string[]) {
      const value = text(name)
      if (value === undefined) return undefined
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
      // Omits the value, because a URL can contain a password.
      throw new ConfigError(name, '…', `use a URL that starts with ${protocols.join('// or ')}//`)
    },
    /** Returns a key of 32 bytes. */
    key(name: string): Buffer | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
      throw new ConfigError(name, '…', 'use 64 hexadecimal digits, from: openssl rand -hex 32')
    },
    matching(name: string, pattern: RegExp, rule: { fallback: string; expected: string }) {
      const value = text(name) ?? rule.fallback
      if (pattern.test(value)) return value
      throw new ConfigError(name, value, rule.expected)
    },
  }
}

/**
 * Returns true if a text is a complete address or range. Short forms such as `10` and `0x7f.1` are rejected, because
 * programs read them differently.
 */
function isAddressOrRange(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || ipaddr.isValidCIDR(text)
}
