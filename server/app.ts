import { isIP } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { PaymentsOptions } from './billing/stripe.ts'
import { type Config, publicUrls } from './config.ts'
import { awaitDatabase } from './database/await-database.ts'
import { connect } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { findOrCreateSecret } from './database/secrets.ts'
import { drain } from './operations/drain.ts'
import { denying, readRules } from './egress/rules.ts'
import { resolveByDns } from './egress/destinations.ts'
import { connectDirectly } from './egress/connect.ts'
import {
  giveUpGenerationJob,
  giveUpMailJob,
  runGenerationJob,
  runMailJob,
} from './jobs/handlers/generations.ts'
import { findJob } from './generation/history/jobs.ts'
import { jobOutcome } from './generation/history/job-response.ts'
import { BriefRequestLog } from './http/protocol/brief-request-log.ts'
import { listen } from './http/protocol/listen.ts'
import { createServer } from './http/server.ts'
import type { ReadingLimit } from './http/bodies/reading-clock.ts'
import { READING_LIMIT } from './http/protocol/slow-readers.ts'
import { createBuiltInIdentity } from './identity/built-in.ts'
import type { NewAccounts } from './identity/users.ts'
import type { KeyTimes } from './identity/provider-keys.ts'
import { createProviderIdentity } from './identity/provider.ts'
import { readBacklog } from './jobs/backlog.ts'
import { createJobQueue, type JobQueueOptions } from './jobs/queue.ts'
import { runNoticeJob } from './jobs/handlers/notices.ts'
import { startCleanup } from './jobs/cleanup.ts'
import { runThumbnailJob } from './jobs/handlers/thumbnails.ts'
import type { Log } from './log.ts'
import { createMailer, type Mail, type MailerOptions } from './mail/mailer.ts'
import { openOutbox } from './mail/outbox.ts'
import { createRenderer, type Renderer, type RendererOptions } from './rendering/renderer.ts'
import { reservePort } from './operations/tcp-port.ts'
import type { Services } from './services.ts'
import { createSignedUrls } from './storage/signed-urls.ts'
import { withJobTelemetry, withMailMetrics, startTelemetry } from './operations/start-telemetry.ts'
import { mailTransport, openDatabase, openStorage, outboxFolder } from './backends.ts'
import { readVersion } from './version.ts'
import { startDeliveryWorker } from './webhooks/delivery-worker.ts'
import { findWebhookSecret } from './webhooks/webhooks.ts'

/** The running service. */
export interface App extends AsyncDisposable {
  services: Services
  /** Its address. */
  url: string
  /**
   * Drains the service before it is disposed of: finishes running calls and jobs, for up to 30 s.
   *
   * @param lingerMs time for which new calls are still accepted
   */
  drain(lingerMs: number): Promise<void>
}

const SYNC_LIMIT_MS = 29_000
const ASYNC_LIMIT_MS = 120_000
// A template that takes longer gets no thumbnail.
const THUMBNAIL_LIMIT_MS = 10_000
// A synchronous call never takes longer.
const FINISH_LIMIT_MS = 30_000
// Longest time for a request to arrive.
const REQUEST_LIMIT_MS = 60_000
const FAILED_KEYS_PER_MINUTE = 30
// The dashboard's largest page loads 48 files, once.
const ANONYMOUS_RATE = { burst: 300, perSecond: 50 }
const MIB = 1024 * 1024
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Settings that tests override. */
export interface Overrides {
  /** `undefined`: the default limit. */
  syncLimitMs?: number | undefined
  asyncLimitMs?: number
  thumbnailLimitMs?: number
  /** A simulated outside network for templates and webhooks. */
  outside?: NonNullable<RendererOptions['outside']>
  /** A running renderer with the settings of the configuration. */
  renderer?: Promise<Renderer>
  jobs?: Pick<
    JobQueueOptions,
    | 'deadAfterSeconds'
    | 'mailRetrySeconds'
    | 'mailLimitSeconds'
    | 'lookEverySeconds'
    | 'answerLimitMs'
    | 'trouble'
  >
  mail?: Pick<MailerOptions, 'silenceMs'>
  /** Factor for the time limits of the database. */
  databasePatience?: number
  requestLimitMs?: number
  finishLimitMs?: number
  failedKeysPerMinute?: number
  anonymousRate?: { burst: number; perSecond: number }
  readingLimit?: ReadingLimit
  webhookRetryDelaysMs?: readonly number[]
  /** Address of Stripe's API. */
  stripeApi?: NonNullable<PaymentsOptions['api']>
  noticeEveryMs?: number
  cleanEveryMs?: number
  dutyLookEveryMs?: number
  providerKeys?: Partial<KeyTimes>
}

/** The terminal of the person who started the service. */
export interface OperatorTerminal {
  /** Shows a mail of the outbox with its links. */
  showMail(this: void, mail: Mail): void
}

/**
 * Starts the parts in order and listens. Disposing the result ends running calls and stops the parts in reverse order.
 *
 * @param terminal `undefined` when the output is collected as a log, which must contain no links and no addresses
 */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  overrides: Overrides = {},
  terminal?: OperatorTerminal,
): Promise<App> {
  await using stack = new AsyncDisposableStack()
  // Other parts need the port long before the service listens.
  const held = config.http.port === 0 ? stack.use(await reservePort(config.http.host)) : undefined
  const port = held?.port ?? config.http.port
  const settings = await settingsFor(config, port, overrides)
  // Templates and webhooks must not reach the service itself by any of its names, nor a store on the same network.
  const ourselves = [settings.baseUrl, settings.billingUrl, ...storesBeside(config.storage)]
  const egress = denying(config.rendering.egress, ourselves)
  if (config.role === 'worker' && config.baseUrl === undefined) {
    logger.warn({}, 'BASE_URL is not set: links in mails will lead to this worker, which serves no files')
  }
  const observation = stack.use(await startTelemetry(config, { version: settings.version, log: logger }))
  const { telemetry } = observation
  logger.info({}, 'starting PostgreSQL and Chromium')
  const start = () =>
    createRenderer({
      ...config.rendering,
      egress,
      cacheDir: config.cacheDir,
      log: logger,
      observe: telemetry.record,
      ...(overrides.outside && { outside: overrides.outside }),
    })
  const renderer = overrides.renderer ?? start()
  // Awaited below, after the database has started.
  renderer.catch(() => {})
  stack.defer(async () => (await renderer.catch(() => undefined))?.[Symbol.asyncDispose]())
  const { database, url: databaseUrl } = stack.use(
    await openDatabase(config, logger, overrides.databasePatience),
  )
  await awaitDatabase(databaseUrl, logger)
  const applied = await migrate(databaseUrl, join(ROOT, 'migrations'), logger)
  if (applied.length > 0) logger.info({ applied }, 'migrated the database')
  const secrets = await readSecrets(databaseUrl, logger)

  const storage = await openStorage(config)
  const leaving = new AbortController()
  const mailer = withMailMetrics(
    stack.use(
      createMailer({
        from: config.mail.from,
        transport: mailTransport(config),
        ...(terminal && { onPutAside: terminal.showMail }),
        ...overrides.mail,
      }),
    ),
    telemetry,
  )
  const services: Services = {
    database,
    storage,
    renderer: await startedRenderer(renderer, logger),
    signedUrls: createSignedUrls({
      secret: secrets.signedUrls,
      baseUrl: settings.baseUrl,
    }),
    mailer,
    outbox: config.mail.transport.kind === 'outbox' ? openOutbox(outboxFolder(config)) : undefined,
    queue: stack.use(
      await createJobQueue({
        databaseUrl,
        database,
        thumbnails: config.thumbnails,
        log: logger,
        ...overrides.jobs,
      }),
    ),
    payments: await openShop(config, logger, overrides),
    webhookPolicy: {
      operator: readRules(egress),
      resolve: overrides.outside?.resolve ?? resolveByDns,
    },
    identity: stack.use(
      await openIdentity(
        config,
        { database, mailer, log: logger, settings, secret: secrets.identity },
        overrides,
      ),
    ),
    log: logger,
    telemetry,
    draining: leaving.signal,
    settings,
  }
  // The service stays up and reports that it is not ready, since the store may return.
  void storage
    .probe()
    .catch((error: unknown) => logger.error({ err: error }, 'the object store does not work'))
  stack.use(startCleanup(services, databaseUrl, overrides))
  if (config.role !== 'api') {
    await work(services, config.rendering.tabs)
    stack.use(deliverWebhooks(services, secrets.webhooks, overrides))
  }

  const server = await createServer(services, {
    logger,
    ...(terminal && { logController: new BriefRequestLog() }),
    trustedProxies: config.http.trustedProxies,
    api: config.role !== 'worker',
  })
  stack.defer(() => server.close())
  await observation.serve({
    tabs: () => services.renderer.tabs(),
    backlog: () => readBacklog(database),
  })
  await held?.[Symbol.asyncDispose]()
  const url = await listen(server, { host: config.http.host, port })
  const parts = stack.move()
  return {
    services,
    url,
    drain: (lingerMs) =>
      drain(
        { server, services, leave: () => leaving.abort() },
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

async function settingsFor(
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
 * The first account becomes an operator only when no mail leaves the service: verifying an address then requires access
 * to the service's own machine. With a mail server or an identity provider anyone could be first.
 */
function firstAccount({ mail, identity, accounts }: Config): NewAccounts['first'] {
  return mail.transport.kind === 'outbox' && identity.kind === 'built-in' ? accounts.first : undefined
}

async function openIdentity(
  { identity }: Config,
  { settings, ...parts }: Pick<Services, 'database' | 'mailer' | 'log' | 'settings'> & { secret: Buffer },
  { providerKeys: times = {} }: Overrides,
): Promise<Services['identity']> {
  if (identity.kind === 'oidc') return createProviderIdentity({ ...identity, log: parts.log, times })
  return createBuiltInIdentity({ ...parts, baseUrl: settings.baseUrl })
}

/** A store with a public name may also hold images for templates. A store on a private address may not be reached. */
function storesBeside(storage: Config['storage']): string[] {
  const endpoint = storage.kind === 's3' ? storage.location.endpoint : undefined
  if (endpoint === undefined) return []
  const host = new URL(endpoint).hostname
  const isBeside =
    endpoint.startsWith('http:') || host.startsWith('[') || isIP(host) !== 0 || !host.includes('.')
  return isBeside ? [endpoint] : []
}

async function work(services: Services, concurrency: number): Promise<void> {
  await services.queue.work(
    {
      generate: (generationId, signal) =>
        withJobTelemetry(services, 'generate', (own) => runGenerationJob(own, generationId, signal)),
      giveUpGenerate: (generationId) => giveUpGenerationJob(services, generationId),
      mail: (mail, signal) => withJobTelemetry(services, 'mail', (own) => runMailJob(own, mail, signal)),
      giveUpMail: (mail) => giveUpMailJob(services, mail),
      notice: (notice, signal) =>
        withJobTelemetry(services, 'notice', (own) => runNoticeJob(own, notice, signal)),
      thumbnail: (job, signal) =>
        withJobTelemetry(services, 'thumbnail', (own) => runThumbnailJob(own, job, signal)),
    },
    concurrency,
  )
}

/** During a start, a connection may take longer than the limit of calls. */
async function readSecrets(url: string, log: Services['log']) {
  await using patient = connect({ url, poolSize: 1, log, unlimited: true })
  return {
    signedUrls: await findOrCreateSecret(patient.database, 'signed-urls'),
    identity: await findOrCreateSecret(patient.database, 'identity'),
    webhooks: await findWebhookSecret(patient.database),
  }
}

async function openShop(
  { stripe }: Pick<Config, 'stripe'>,
  log: Services['log'],
  { stripeApi }: Overrides,
): Promise<Services['payments']> {
  if (!stripe) return undefined
  // Loaded on demand because it is large.
  const { createPayments } = await import('./billing/stripe.ts')
  return createPayments({ ...stripe, log, ...(stripeApi && { api: stripeApi }) })
}

function deliverWebhooks(
  services: Services,
  secret: Buffer,
  { outside, webhookRetryDelaysMs: retryDelaysMs }: Overrides,
): AsyncDisposable {
  const { database, log } = services
  return startDeliveryWorker({
    database,
    log,
    way: { ...services.webhookPolicy, dial: outside?.dial ?? connectDirectly },
    secret,
    describe: async ({ accountId, generationId }) => ({
      job: await jobOutcome(services, await findJob(database, accountId, generationId)),
    }),
    ...(retryDelaysMs && { retryDelaysMs }),
  })
}
