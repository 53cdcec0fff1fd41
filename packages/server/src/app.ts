import { isIP } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { createTenantUsage } from '@platen/capacity/tenant-usage'
import { createRowsReader } from './batches/files/reader.ts'
import type { PaymentsOptions } from './billing/stripe.ts'
import { type Config, publicUrls } from './config.ts'
import { awaitDatabase } from './database/await-database.ts'
import { connect } from './database/database.ts'
import { migrate, MIGRATIONS } from './database/migrate.ts'
import { findOrCreateSecret } from './database/secrets.ts'
import { drain } from './operations/drain.ts'
import { withDeniedHosts, compileRules } from '@platen/renderer/egress/rules'
import { resolveByDns } from '@platen/renderer/egress/destinations'
import { connectDirectly } from '@platen/renderer/egress/connect'
import { BriefRequestLog } from './http/protocol/brief-request-log.ts'
import { listen } from './http/protocol/listen.ts'
import { createAdmission, loadOf } from './http/admission/admission.ts'
import { createServer } from './http/server.ts'
import type { ReadingLimit } from './http/bodies/reading-clock.ts'
import { READING_LIMIT } from './http/protocol/slow-readers.ts'
import { createBuiltInIdentity } from './identity/built-in.ts'
import type { NewAccounts } from './identity/users.ts'
import type { KeyTimes } from './identity/provider-keys.ts'
import { createProviderIdentity } from './identity/provider.ts'
import { readBacklog } from './jobs/backlog.ts'
import { createJobQueue, type JobQueueOptions } from './jobs/queue.ts'
import { jobKinds, type JobLimits } from './jobs/kinds.ts'
import type { Log } from './log.ts'
import { createMailer, type Mail, type MailerOptions } from './mail/mailer.ts'
import { openOutbox } from './mail/outbox.ts'
import { createEinvoices } from './einvoices/einvoices.ts'
import { createRenderer, type Renderer, type RendererOptions } from '@platen/renderer/service'
import { reservePort } from './operations/tcp-port.ts'
import type { Services } from './services.ts'
import { createSigning } from './signing/signing.ts'
import { createRequestEncryption } from './requests/encryption.ts'
import { createRequestLog, type RequestLogLimits } from './requests/request-log.ts'
import { createSignedUrls } from './storage/signed-urls.ts'
import { withMailMetrics, startTelemetry } from './operations/start-telemetry.ts'
import { mailTransport, openDatabase, openStorage, outboxFolder } from './backends.ts'
import { readVersion } from '@platen/cli/version'
import { RETRY_DELAYS_MS } from './webhooks/deliveries.ts'
import { findWebhookSecret } from './webhooks/webhooks.ts'

/** The running service. */
export interface App extends AsyncDisposable {
  services: Services
  /** URL of the listening server. */
  url: string
  /**
   * Drains the process: finishes work in progress, for at most 30 s. Call it before disposing.
   * @param lingerMs time during which calls are still accepted, in milliseconds.
   */
  drain(lingerMs: number): Promise<void>
}

const SYNC_LIMIT_MS = 29_000
const ASYNC_LIMIT_MS = 120_000
// A template that exceeds this limit has no thumbnail.
const THUMBNAIL_LIMIT_MS = 10_000
// Longer than any synchronous call.
const FINISH_LIMIT_MS = 30_000
// Limits connections of callers that send a request slowly.
const REQUEST_LIMIT_MS = 60_000
const FAILED_KEYS_PER_MINUTE = 30
// The largest page of the dashboard loads 48 files on the first visit.
const ANONYMOUS_RATE = { burst: 300, perSecond: 50 }
const MIB = 1024 * 1024

/** Settings that tests override. Each replaces a default. */
export interface Overrides {
  /** `undefined`: the default limit. */
  syncLimitMs?: number | undefined
  asyncLimitMs?: number
  thumbnailLimitMs?: number
  /** Simulated network for templates and webhooks. */
  network?: NonNullable<RendererOptions['outside']>
  /** A running renderer with the settings of the configuration. */
  renderer?: Promise<Renderer>
  jobs?: Pick<
    JobQueueOptions & JobLimits,
    | 'heartbeatSeconds'
    | 'mailRetrySeconds'
    | 'mailLimitSeconds'
    | 'pollEverySeconds'
    | 'queryTimeoutMs'
    | 'outageDelays'
  >
  mail?: Pick<MailerOptions, 'timeoutMs'>
  /** Factor for the time limits of the database. */
  databaseTimeoutFactor?: number
  requestLimitMs?: number
  finishLimitMs?: number
  failedKeysPerMinute?: number
  anonymousRate?: { burst: number; perSecond: number }
  readingLimit?: ReadingLimit
  webhookRetryDelaysMs?: readonly number[]
  requestLog?: RequestLogLimits
  /** Address of Stripe's API. */
  stripeApi?: NonNullable<PaymentsOptions['api']>
  providerKeys?: Partial<KeyTimes>
}

/** Terminal of the operator who started the service. */
export interface OperatorTerminal {
  /** Shows a mail in the outbox, with its links. */
  showMail(this: void, mail: Mail): void
}

/**
 * Starts all components in order and listens. Disposing the app stops them in reverse order, calls in progress first.
 * @param terminal `undefined` when the output is stored as a log, which must contain no links and no addresses.
 */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  overrides: Overrides = {},
  terminal?: OperatorTerminal,
): Promise<App> {
  await using stack = new AsyncDisposableStack()
  // Reserved now, because the components need the URL before the server listens.
  const reserved = config.http.port === 0 ? stack.use(await reservePort(config.http.host)) : undefined
  const port = reserved?.port ?? config.http.port
  const settings = await settingsFor(config, port, overrides)
  // Templates must not reach the service itself by any of its names, nor an internal object store.
  const denied = [settings.baseUrl, settings.billingUrl, ...internalStores(config.storage)]
  const egress = withDeniedHosts(config.rendering.egress, denied)
  if (config.role === 'worker' && config.baseUrl === undefined) {
    logger.warn(
      {},
      'BASE_URL is not set: links in mails will lead to this worker, which serves no files and pages',
    )
  }
  const runningTelemetry = stack.use(await startTelemetry(config, { version: settings.version, log: logger }))
  const { telemetry } = runningTelemetry
  logger.info({}, 'starting PostgreSQL and Chromium')
  const usage = createTenantUsage()
  const start = () =>
    createRenderer({
      ...config.rendering,
      egress,
      cacheDir: config.cacheDir,
      log: logger,
      usage,
      onEvent: telemetry.record,
      ...(overrides.network && { outside: overrides.network }),
    })
  const renderer = overrides.renderer ?? start()
  // Awaited below, after the database has started.
  renderer.catch(() => {})
  stack.defer(async () => (await renderer.catch(() => undefined))?.[Symbol.asyncDispose]())
  const { database, url: databaseUrl } = stack.use(
    await openDatabase(config, logger, overrides.databaseTimeoutFactor),
  )
  await awaitDatabase(databaseUrl, logger)
  const applied = await migrate(databaseUrl, MIGRATIONS, logger)
  if (applied.length > 0) logger.info({ applied }, 'migrated the database')
  const secrets = await readSecrets(databaseUrl, logger)

  const storage = await openStorage(config)
  const draining = new AbortController()
  const mailer = withMailMetrics(
    stack.use(
      createMailer({
        from: config.mail.from,
        transport: mailTransport(config),
        ...(terminal && { onOutboxMail: terminal.showMail }),
        ...overrides.mail,
      }),
    ),
    telemetry,
  )
  const queue = stack.use(
    await createJobQueue({
      databaseUrl,
      database,
      kinds: jobKinds({ ...overrides.jobs, tabs: config.rendering.tabs }),
      works: config.role !== 'api',
      thumbnails: config.thumbnails,
      log: logger,
      ...overrides.jobs,
    }),
  )
  const network = {
    operator: compileRules(egress),
    resolve: overrides.network?.resolve ?? resolveByDns,
    connect: overrides.network?.dial ?? connectDirectly,
  }
  const requestEncryption = createRequestEncryption(config.requestLog.secret ?? secrets.requestLog)
  const services: Services = {
    database,
    storage,
    renderer: await startedRenderer(renderer, logger),
    einvoices: stack.use(createEinvoices(config.rendering.tabs, usage)),
    signing: stack.use(
      createSigning({
        operatorKey: config.signing.certificateKey,
        timeStampUrl: config.signing.timeStampUrl,
        network: { ...network, rules: egress },
        threads: config.rendering.tabs,
        usage,
      }),
    ),
    rowsReader: stack.use(createRowsReader(usage)),
    signedUrls: createSignedUrls({
      secret: secrets.signedUrls,
      baseUrl: settings.baseUrl,
    }),
    mailer,
    outbox: config.mail.transport.kind === 'outbox' ? openOutbox(outboxFolder(config)) : undefined,
    queue,
    payments: await openPayments(config, logger, overrides),
    webhooks: {
      transport: network,
      secret: secrets.webhooks,
      retryDelaysMs: overrides.webhookRetryDelaysMs ?? RETRY_DELAYS_MS,
    },
    identity: openIdentity(
      config,
      { database, queue, log: logger, settings, secret: secrets.identity },
      overrides,
    ),
    requestEncryption,
    requestLog: stack.use(
      createRequestLog({
        database,
        encryption: requestEncryption,
        days: config.requestLog.days,
        log: logger,
        ...(overrides.requestLog && { limits: overrides.requestLog }),
      }),
    ),
    log: logger,
    telemetry,
    admission: createAdmission(settings),
    usage,
    draining: draining.signal,
    settings,
  }
  // A failure does not end the start: the service is not ready until the store recovers.
  void storage
    .probe()
    .catch((error: unknown) => logger.error({ err: error }, 'the object store is not available'))
  if (config.role !== 'api') await queue.work(services)

  const server = await createServer(services, {
    logger,
    ...(terminal && { logController: new BriefRequestLog() }),
    trustedProxies: config.http.trustedProxies,
    api: config.role !== 'worker',
  })
  stack.defer(() => server.close())
  await runningTelemetry.serve({
    tabs: () => services.renderer.tabs(),
    load: () => ({ ...loadOf(services.admission), ...services.renderer.load() }),
    backlog: () => readBacklog(database),
  })
  await reserved?.[Symbol.asyncDispose]()
  const url = await listen(server, { host: config.http.host, port })
  const parts = stack.move()
  return {
    services,
    url,
    drain: (lingerMs) =>
      drain(
        { server, services, startDraining: () => draining.abort() },
        { lingerMs, finishLimitMs: overrides.finishLimitMs ?? FINISH_LIMIT_MS },
      ),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function startedRenderer(renderer: Promise<Renderer>, log: Log): Promise<Renderer> {
  const started = await renderer
  log.info({}, 'started Chromium')
  return started
}

/** Returns the settings of the components. @param port port on which the server listens. */
export async function settingsFor(
  config: Config,
  port: number,
  overrides: Overrides,
): Promise<Services['settings']> {
  return {
    ...publicUrls(config, port),
    newAccounts: {
      identityPrefix: config.accounts.identityPrefix,
      welcomeCredits: config.accounts.welcomeCredits,
      signUp: config.accounts.signUp,
      first: firstAccount(config),
    },
    rateLimitPerMinute: config.accounts.rateLimitPerMinute,
    failedKeysPerMinute: overrides.failedKeysPerMinute ?? FAILED_KEYS_PER_MINUTE,
    anonymousRate: overrides.anonymousRate ?? ANONYMOUS_RATE,
    bodyMemoryBytes: config.http.bodyMemoryMb * MIB,
    storedBytesMax: config.accounts.storageMb * MIB,
    requestLogDays: config.requestLog.days,
    batches: { rowsMax: config.batches.rowsMax, uploadBytesMax: config.batches.uploadMb * MIB },
    readingLimit: overrides.readingLimit ?? READING_LIMIT,
    mailsPerDay: config.accounts.mailsPerDay,
    tabs: config.rendering.tabs,
    syncLimitMs: overrides.syncLimitMs ?? SYNC_LIMIT_MS,
    asyncLimitMs: overrides.asyncLimitMs ?? ASYNC_LIMIT_MS,
    thumbnailLimitMs: overrides.thumbnailLimitMs ?? THUMBNAIL_LIMIT_MS,
    requestLimitMs: overrides.requestLimitMs ?? REQUEST_LIMIT_MS,
    version: await readVersion(),
  }
}

/**
 * Returns the privileges of the first account. They are granted only when no mail leaves the service: to verify an
 * address, a user must read the mail on the service's machine. With an SMTP server or an identity provider, an outsider
 * could sign up first.
 */
function firstAccount({ mail, identity, accounts }: Config): NewAccounts['first'] {
  return mail.transport.kind === 'outbox' && identity.kind === 'built-in' ? accounts.first : undefined
}

function openIdentity(
  { identity }: Config,
  { settings, ...parts }: Pick<Services, 'database' | 'queue' | 'log' | 'settings'> & { secret: Buffer },
  { providerKeys: times = {} }: Overrides,
): Services['identity'] {
  if (identity.kind === 'oidc') return createProviderIdentity({ ...identity, log: parts.log, times })
  return createBuiltInIdentity({ ...parts, baseUrl: settings.baseUrl })
}

/**
 * Returns the object store's endpoint when it is internal. A store with a public name may also serve images for
 * templates. An internal one must be unreachable.
 */
function internalStores(storage: Config['storage']): string[] {
  const endpoint = storage.kind === 's3' ? storage.location.endpoint : undefined
  if (endpoint === undefined) return []
  const host = new URL(endpoint).hostname
  const isInternal =
    endpoint.startsWith('http:') || host.startsWith('[') || isIP(host) !== 0 || !host.includes('.')
  return isInternal ? [endpoint] : []
}

/** Reads the secrets on a connection without time limits, because the first connection after a start can be slow. */
async function readSecrets(url: string, log: Services['log']) {
  await using connection = connect({ url, poolSize: 1, log, unlimited: true })
  return {
    signedUrls: await findOrCreateSecret(connection.database, 'signed-urls'),
    identity: await findOrCreateSecret(connection.database, 'identity'),
    webhooks: await findWebhookSecret(connection.database),
    requestLog: await findOrCreateSecret(connection.database, 'request-log'),
  }
}

async function openPayments(
  { stripe }: Pick<Config, 'stripe'>,
  log: Services['log'],
  { stripeApi }: Overrides,
): Promise<Services['payments']> {
  if (!stripe) return undefined
  // Loaded on demand, because the module is large.
  const { createPayments } = await import('./billing/stripe.ts')
  return createPayments({ ...stripe, log, ...(stripeApi && { api: stripeApi }) })
}
