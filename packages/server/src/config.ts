import { resolve } from 'node:path'
import { type IdentityConfig, readIdentity } from './config/identity.ts'
import { machineMemoryMb } from '@platen/renderer/config/memory'
import { readCacheDir, readRendering, type RenderingConfig } from '@platen/renderer/config/rendering'
import { readSigning, type SigningConfig } from './config/signing.ts'
import { readStorage, type StorageConfig } from './config/storage.ts'
import { readStripe, type StripeConfig } from './config/stripe.ts'
import { readVariables, type Variables } from '@platen/renderer/config/variables'

/** Configuration, read from the environment once at the start. */
export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    /** Addresses of trusted proxies, whose `X-Forwarded-For` is used. */
    readonly trustedProxies: readonly string[]
    /**
     * Time during which a draining process still accepts calls, so that load balancers can redirect them. In seconds.
     */
    readonly drainSeconds: number
    /** Memory for request bodies over 64 KB in progress, in MiB. */
    readonly bodyMemoryMb: number
  }
  /** Address of the metrics; `undefined` when they are off. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** URL of the OpenTelemetry collector; `undefined` when traces are off. */
  readonly tracesEndpoint: string | undefined
  /** Public URL without a trailing slash; `undefined`: derived from the listen address. */
  readonly baseUrl: string | undefined
  readonly billingUrl: string | undefined
  readonly dataDir: string
  /** Folder for files that can be recreated: the unpacked Chromium, fonts and PostgreSQL binaries. */
  readonly cacheDir: string
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'external'; readonly url: string }
  readonly storage: StorageConfig
  readonly mail: {
    readonly from: string
    readonly transport: { readonly kind: 'outbox' } | { readonly kind: 'smtp'; readonly url: string }
  }
  readonly rendering: RenderingConfig
  readonly accounts: {
    readonly identityPrefix: string
    readonly welcomeCredits: number
    readonly rateLimitPerMinute: number
    readonly mailsPerDay: number
    /** MiB of sources and assets that an account on the default plan may store, including versions. */
    readonly storageMb: number
    /** `open`: every new user gets an account. `invited`: only users with an account that an operator created. */
    readonly signUp: 'open' | 'invited'
    /** Role and additional credits of the first account of a service without an SMTP server. */
    readonly first: { readonly role: 'operator' | 'member'; readonly credits: number }
  }
  readonly requestLog: {
    /** Days that calls are kept. 0: no log. */
    readonly days: number
    /** Secret that encrypts texts of the log, 32 bytes. `undefined`: a secret in the database. */
    readonly secret: Buffer | undefined
  }
  readonly batches: {
    readonly rowsMax: number
    /** Size of an uploaded file, in MiB. */
    readonly uploadMb: number
  }
  /** Settings for the sale of credits; `undefined` when only operators add credits. */
  readonly stripe: StripeConfig | undefined
  /** Certificates and time stamps. */
  readonly signing: SigningConfig
  /** Built-in identity or OpenID Connect provider. */
  readonly identity: IdentityConfig
  /** True when templates get thumbnails. */
  readonly thumbnails: boolean
  readonly role: Role
  readonly logLevel: LogLevel
  /** `auto`: text on a terminal, JSON lines elsewhere. */
  readonly logFormat: LogFormat
}

const ROLES = ['all', 'api', 'worker'] as const
type Role = (typeof ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_FORMATS = ['auto', 'json', 'text'] as const
type LogFormat = (typeof LOG_FORMATS)[number]

/**
 * Reads the configuration from `environment`.
 *
 * @throws {ConfigError} for the first variable with an invalid value
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = readVariables(environment)
  const databaseUrl = variables.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtpUrl = variables.url('SMTP_URL', ['smtp:', 'smtps:'])
  return {
    http: {
      host: variables.text('HOST') ?? '127.0.0.1',
      port: variables.integer('PORT', { fallback: 3000, min: 0, max: 65_535 }),
      trustedProxies: variables.addresses('TRUSTED_PROXIES'),
      drainSeconds: variables.integer('DRAIN_SECONDS', { fallback: 5, min: 0, max: 600 }),
      bodyMemoryMb: variables.integer('BODY_MEMORY_MB', {
        fallback: defaultBodyMemory(),
        min: BODY_MEMORY_MB.min,
        max: 65_536,
      }),
    },
    metrics: readMetrics(variables),
    tracesEndpoint: variables.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    baseUrl: withoutSlash(variables.url('BASE_URL', ['http:', 'https:'])),
    billingUrl: withoutSlash(variables.url('BILLING_URL', ['http:', 'https:'])),
    dataDir: resolve(variables.text('DATA_DIR') ?? '.data'),
    cacheDir: readCacheDir(variables),
    database: databaseUrl ? { kind: 'external', url: databaseUrl } : { kind: 'embedded' },
    storage: readStorage(variables),
    mail: {
      from: variables.matching('MAIL_FROM', /^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>$/, {
        fallback: 'Platen <no-reply@localhost>',
        expected: 'use an address, or a name and an address: Platen <no-reply@example.com>',
      }),
      transport: smtpUrl ? { kind: 'smtp', url: smtpUrl } : { kind: 'outbox' },
    },
    rendering: readRendering(variables),
    accounts: {
      identityPrefix: variables.matching('IDENTITY_PREFIX', /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, {
        fallback: 'local',
        expected: 'use up to 63 letters, digits, dots, dashes and underscores',
      }),
      welcomeCredits: variables.integer('WELCOME_CREDITS', { fallback: 10, min: 0, max: 1_000_000_000 }),
      rateLimitPerMinute: variables.integer('RATE_LIMIT_PER_MINUTE', {
        fallback: 600,
        min: 1,
        max: 10_000_000,
      }),
      signUp: variables.choice('SIGN_UP', ['open', 'invited'], 'open'),
      first: {
        role: variables.choice('FIRST_ACCOUNT_ROLE', ['operator', 'member'], 'operator'),
        credits: variables.integer('FIRST_ACCOUNT_CREDITS', { fallback: 1_000, min: 0, max: 1_000_000_000 }),
      },
      mailsPerDay: variables.integer('MAILS_PER_DAY', { fallback: 1_000, min: 0, max: 1_000_000_000 }),
      storageMb: variables.integer('STORAGE_MB_PER_ACCOUNT', { fallback: 500, min: 1, max: 1_000_000_000 }),
    },
    requestLog: {
      days: variables.integer('REQUEST_LOG_DAYS', { fallback: 30, min: 0, max: 3_650 }),
      secret: variables.key('REQUEST_LOG_KEY'),
    },
    batches: {
      rowsMax: variables.integer('BATCH_ROWS', { fallback: 10_000, min: 1, max: 50_000 }),
      uploadMb: variables.integer('BATCH_UPLOAD_MB', { fallback: 20, min: 1, max: 100 }),
    },
    stripe: readStripe(variables),
    signing: readSigning(variables),
    identity: readIdentity(variables),
    thumbnails: variables.choice('THUMBNAILS', ['on', 'off'], 'on') === 'on',
    role: variables.choice('ROLE', ROLES, 'all'),
    logLevel: variables.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: variables.choice('LOG_FORMAT', LOG_FORMATS, 'auto'),
  }
}

/**
 * In MiB. A body takes up to four times its size while it is parsed. Half of the minimum must hold a body of 6.5 MiB.
 */
const BODY_MEMORY_MB = { min: 16, defaultMin: 64, defaultMax: 128 }
/** Share of the memory of the machine or container. */
const BODY_MEMORY_SHARE = 1 / 32

function defaultBodyMemory(): number {
  const share = Math.floor(machineMemoryMb() * BODY_MEMORY_SHARE)
  return Math.min(Math.max(share, BODY_MEMORY_MB.defaultMin), BODY_MEMORY_MB.defaultMax)
}

function readMetrics(variables: Variables): Config['metrics'] {
  const host = variables.text('METRICS_HOST') ?? '127.0.0.1'
  const port = variables.integer('METRICS_PORT', { fallback: 0, min: 1, max: 65_535 })
  return port === 0 ? undefined : { host, port }
}

/** Returns the public URLs of the service. @param port actual port, when the configured one is 0. */
export function publicUrls(config: Config, port = config.http.port): { baseUrl: string; billingUrl: string } {
  // Browsers cannot open the wildcard addresses.
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[config.http.host] ?? config.http.host
  const host = address.includes(':') ? `[${address}]` : address
  const baseUrl = config.baseUrl ?? `http://${host}:${port}`
  return { baseUrl, billingUrl: config.billingUrl ?? `${baseUrl}/billing` }
}

/** Returns the names of all variables that `readConfig` reads, for the test of the documentation. */
export function variableNames(): string[] {
  const names: string[] = []
  readConfig(new Proxy({}, { get: (_, name) => void names.push(String(name)) }))
  return names
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/(?<!\/)\/+$/, '')
}
