import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EGRESS_MODES, type EgressRules, hostEntry, rangeEntry } from './egress/rules.ts'
import type { S3Credentials } from './storage/s3-credentials.ts'
import { parseS3Url, type S3Location } from './storage/s3-location.ts'
import ipaddr from 'ipaddr.js'

/** What the environment decides, read once at the start and handed down from there. */
export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    /** Addresses of the proxies in front of us whose `X-Forwarded-For` is believed. */
    readonly trustedProxies: readonly string[]
    /** How long calls are still taken after the process was asked to end, so that others can be sent them. */
    readonly drainSeconds: number
  }
  /** Where the metrics are served; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The collector that traces are sent to; undefined: none are made. */
  readonly tracesEndpoint: string | undefined
  /** No trailing slash. Undefined: derived from the address that we listen on. */
  readonly baseUrl: string | undefined
  readonly billingUrl: string | undefined
  readonly dataDir: string
  /** What can be made again at any time: the unpacked Chromium, fonts, PostgreSQL's programs. */
  readonly cacheDir: string
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'external'; readonly url: string }
  readonly storage:
    | { readonly kind: 'files' }
    | { readonly kind: 's3'; readonly location: S3Location; readonly credentials: S3Credentials }
  readonly mail: {
    readonly from: string
    readonly transport: { readonly kind: 'outbox' } | { readonly kind: 'smtp'; readonly url: string }
  }
  readonly rendering: {
    readonly chromePath: string | undefined
    readonly fontsDir: string | undefined
    /** What templates may load, whatever their account's own rules say. */
    readonly egress: EgressRules
    readonly chromiumSandbox: boolean
    /** How many documents are printed at once. */
    readonly tabs: number
  }
  readonly accounts: {
    readonly identityPrefix: string
    readonly welcomeCredits: number
    readonly rateLimitPerMinute: number
    readonly mailsPerDay: number
  }
  /** Whether a picture is made of each template. */
  readonly thumbnails: boolean
  readonly role: Role
  readonly logLevel: LogLevel
}

const ROLES = ['all', 'api', 'worker'] as const
type Role = (typeof ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** A variable with a value that we cannot work with. The message is one line and names the variable. */
export class ConfigError extends Error {
  constructor(name: string, value: string, expected: string) {
    // A URL may have been put into the wrong variable, its password with it.
    const shown = value.replace(/\/\/.*@/s, '//…@')
    super(`${name}=${JSON.stringify(shown)} does not work: ${expected}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads the configuration from `environment`.
 * @throws {ConfigError} for the first variable with a wrong value.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = readerOf(environment)
  const databaseUrl = variables.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtpUrl = variables.url('SMTP_URL', ['smtp:', 'smtps:'])
  return {
    http: {
      host: variables.text('HOST') ?? '127.0.0.1',
      port: variables.integer('PORT', { fallback: 3000, min: 0, max: 65_535 }),
      trustedProxies: variables.addresses('TRUSTED_PROXIES'),
      drainSeconds: variables.integer('DRAIN_SECONDS', { fallback: 5, min: 0, max: 600 }),
    },
    metrics: readMetrics(variables),
    tracesEndpoint: variables.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    baseUrl: withoutSlash(variables.url('BASE_URL', ['http:', 'https:'])),
    billingUrl: withoutSlash(variables.url('BILLING_URL', ['http:', 'https:'])),
    dataDir: resolve(variables.text('DATA_DIR') ?? '.data'),
    cacheDir: resolve(variables.text('CACHE_DIR') ?? defaultCacheDir()),
    database: databaseUrl ? { kind: 'external', url: databaseUrl } : { kind: 'embedded' },
    storage: readStorage(variables),
    mail: {
      from: variables.matching('MAIL_FROM', /^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>$/, {
        fallback: 'Platen <no-reply@localhost>',
        expected: 'it takes an address, or a name and an address: Platen <no-reply@example.com>',
      }),
      transport: smtpUrl ? { kind: 'smtp', url: smtpUrl } : { kind: 'outbox' },
    },
    rendering: {
      chromePath: variables.text('CHROME_PATH'),
      fontsDir: variables.text('FONTS_DIR'),
      egress: readEgress(variables),
      chromiumSandbox: variables.choice('CHROMIUM_SANDBOX', ['on', 'OFF_AND_I_KNOW_THE_RISK'], 'on') === 'on',
      tabs: variables.integer('TABS', {
        fallback: Math.min(Math.max(availableParallelism(), 2), 8),
        min: 1,
        max: 64,
      }),
    },
    accounts: {
      identityPrefix: variables.matching('IDENTITY_PREFIX', /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, {
        fallback: 'local',
        expected: 'it takes up to 63 letters, digits, dots, dashes and underscores',
      }),
      welcomeCredits: variables.integer('WELCOME_CREDITS', { fallback: 10, min: 0, max: 1_000_000_000 }),
      rateLimitPerMinute: variables.integer('RATE_LIMIT_PER_MINUTE', {
        fallback: 600,
        min: 1,
        max: 10_000_000,
      }),
      mailsPerDay: variables.integer('MAILS_PER_DAY', { fallback: 1_000, min: 0, max: 1_000_000_000 }),
    },
    thumbnails: variables.choice('THUMBNAILS', ['on', 'off'], 'on') === 'on',
    role: variables.choice('ROLE', ROLES, 'all'),
    logLevel: variables.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  }
}

function readStorage(variables: ReturnType<typeof readerOf>): Config['storage'] {
  const url = variables.text('STORAGE_URL')
  const credentials = credentialsOf(variables)
  if (url === undefined) return { kind: 'files' }
  let location: S3Location
  try {
    location = parseS3Url(url)
  } catch (error) {
    // A URL may carry a key, so the value is not repeated here.
    throw new ConfigError('STORAGE_URL', '…', error instanceof Error ? error.message : String(error))
  }
  const { keys } = location
  return {
    kind: 's3',
    location,
    credentials: keys ? { kind: 'keys', ...keys, sessionToken: undefined } : credentials(),
  }
}

/** Who we are where the URL does not say it: what Amazon’s own tools would find in the environment, in their order. */
function credentialsOf(variables: ReturnType<typeof readerOf>): () => S3Credentials {
  const accessKeyId = variables.text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = variables.text('AWS_SECRET_ACCESS_KEY')
  const sessionToken = variables.text('AWS_SESSION_TOKEN')
  const roleArn = variables.text('AWS_ROLE_ARN')
  const roleFile = variables.text('AWS_WEB_IDENTITY_TOKEN_FILE')
  const relativeUri = variables.text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const fullUri = variables.text('AWS_CONTAINER_CREDENTIALS_FULL_URI')
  const token = variables.text('AWS_CONTAINER_AUTHORIZATION_TOKEN')
  const tokenFile = variables.text('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
  return () => {
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken }
    }
    if (accessKeyId !== undefined) {
      throw new ConfigError('AWS_SECRET_ACCESS_KEY', '', 'AWS_ACCESS_KEY_ID does not work without it')
    }
    if (roleArn !== undefined && roleFile !== undefined) {
      return { kind: 'web-identity', roleArn, tokenFile: roleFile }
    }
    if (relativeUri !== undefined || fullUri !== undefined) {
      return { kind: 'container', relativeUri, fullUri, token, tokenFile }
    }
    return { kind: 'instance' }
  }
}

function readMetrics(variables: ReturnType<typeof readerOf>): Config['metrics'] {
  const host = variables.text('METRICS_HOST') ?? '127.0.0.1'
  const port = variables.integer('METRICS_PORT', { fallback: 0, min: 1, max: 65_535 })
  return port === 0 ? undefined : { host, port }
}

function readEgress(variables: ReturnType<typeof readerOf>): EgressRules {
  const entries = (name: string) =>
    (variables.text(name)?.split(',') ?? []).map((part) => {
      const text = part.trim()
      const entry = rangeEntry(text) ?? hostEntry(text)
      if (entry !== undefined) return entry
      throw new ConfigError(name, text, 'it takes host names, *.names and address ranges, comma-separated')
    })
  const mode = variables.choice('EGRESS', EGRESS_MODES, 'public')
  const allow = entries('EGRESS_ALLOW')
  if (allow.length > 0 && mode !== 'allowlist') {
    throw new ConfigError('EGRESS_ALLOW', allow.join(), 'it is only for EGRESS=allowlist')
  }
  return { mode, allow, deny: entries('EGRESS_DENY') }
}

/** What the world knows the service by. @param port that it listens on, where it took a free one. */
export function publicUrls(config: Config, port = config.http.port): { baseUrl: string; billingUrl: string } {
  const host = config.http.host.includes(':') ? `[${config.http.host}]` : config.http.host
  const baseUrl = config.baseUrl ?? `http://${host}:${port}`
  return { baseUrl, billingUrl: config.billingUrl ?? `${baseUrl}/billing` }
}

/** The names of all variables that `readConfig` looks at, for the documentation's test. */
export function variableNames(): string[] {
  const names: string[] = []
  readConfig(new Proxy({}, { get: (_, name) => void names.push(String(name)) }))
  return names
}

function readerOf(environment: NodeJS.ProcessEnv) {
  // An empty value counts as not set: that is what an empty line in a compose or .env file means.
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
      // A URL may carry a password, so the value is not repeated here.
      throw new ConfigError(name, '…', `it takes a URL that begins with ${protocols.join('// or ')}//`)
    },
    matching(name: string, pattern: RegExp, rule: { fallback: string; expected: string }) {
      const value = text(name) ?? rule.fallback
      if (pattern.test(value)) return value
      throw new ConfigError(name, value, rule.expected)
    },
  }
}

/** In full: `10` and `0x7f.1` are addresses to some programs, and to others a number of proxies. */
function isAddressOrRange(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || ipaddr.isValidCIDR(text)
}

/** Root's home may not be entered by the users that Chromium and PostgreSQL run as; /var/cache may. */
function defaultCacheDir(): string {
  if (process.getuid?.() === 0) return '/var/cache/platen'
  const home = homedir()
  return home === '/' ? join(tmpdir(), 'platen') : join(home, '.cache', 'platen')
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '')
}
