import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, publicUrls } from './config.ts'
import { freePort } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { findOrCreateSecret } from './database/secrets.ts'
import { drain } from './drain.ts'
import { denying, type EgressRules, readRules } from './egress/rules.ts'
import { resolveByDns } from './egress/destinations.ts'
import { dialDirectly } from './egress/dial.ts'
import { giveUpGenerationJob, giveUpMailJob, runGenerationJob, runMailJob } from './generation/deliver.ts'
import { findJob } from './generation/jobs.ts'
import { jobOutcome } from './generation/job-answer.ts'
import { createServer } from './http/server.ts'
import { readBacklog } from './jobs/backlog.ts'
import { createJobQueue, type JobQueueOptions } from './jobs/queue.ts'
import { startSweeping } from './jobs/sweep.ts'
import { runThumbnailJob } from './jobs/thumbnails.ts'
import { createMailer, type MailerOptions } from './mail/mailer.ts'
import { createRenderer, type RendererOptions } from './rendering/renderer.ts'
import type { Services } from './services.ts'
import { createSignedUrls } from './storage/signed-urls.ts'
import { observeJob, observeMails, startObservation } from './observation.ts'
import { mailTransport, openDatabase, openStorage } from './stores.ts'
import { startDelivering } from './webhooks/deliver.ts'
import { findWebhookSecret } from './webhooks/webhooks.ts'

/** The running service. */
export interface App extends AsyncDisposable {
  services: Services
  /** Where it listens. */
  url: string
  /**
   * Comes before disposing where the process is asked to end: finishes what is under way, up to 30 s.
   * @param lingerMs how long calls are still taken before.
   */
  drain(lingerMs: number): Promise<void>
}

const SYNC_LIMIT_MS = 29_000
const ASYNC_LIMIT_MS = 120_000
// A synchronous call never takes longer.
const FINISH_LIMIT_MS = 30_000
// A caller who sends byte by byte may hold a connection no longer than this.
const REQUEST_LIMIT_MS = 60_000
const FAILED_KEYS_PER_MINUTE = 30
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a test may set otherwise. */
export interface Overrides {
  syncLimitMs?: number
  asyncLimitMs?: number
  /** A world of its own outside, which templates and webhooks reach. */
  outside?: NonNullable<RendererOptions['outside']>
  jobs?: Pick<JobQueueOptions, 'deadAfterSeconds' | 'mailRetrySeconds'>
  mail?: Pick<MailerOptions, 'silenceMs'>
  requestLimitMs?: number
  finishLimitMs?: number
  failedKeysPerMinute?: number
  webhookRetryDelaysMs?: readonly number[]
}

/** Starts the parts in order and listens. Disposing it stops them in reverse, calls under way first. */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  overrides: Overrides = {},
): Promise<App> {
  await using stack = new AsyncDisposableStack()
  const port = config.http.port === 0 ? await freePort() : config.http.port
  const settings = await settingsFor(config, port, overrides)
  // Nobody may call the service itself through it, by the name that the world knows it by or any other, nor a
  // store that stands beside it.
  const ourselves = [settings.baseUrl, settings.billingUrl, ...storesBeside(config.storage)]
  const egress = denying(config.rendering.egress, ourselves)
  if (config.role === 'worker' && config.baseUrl === undefined) {
    logger.warn({}, 'BASE_URL is not set: links in mails will lead to this worker, which serves no files')
  }
  const observation = stack.use(await startObservation(config, { version: settings.version, log: logger }))
  const { telemetry } = observation
  const renderer = createRenderer({
    ...config.rendering,
    egress,
    cacheDir: config.cacheDir,
    log: logger,
    observe: telemetry.note,
    ...(overrides.outside && { outside: overrides.outside }),
  })
  stack.defer(async () => (await renderer.catch(() => undefined))?.[Symbol.asyncDispose]())
  const { database, url: databaseUrl } = stack.use(await openDatabase(config, logger))
  const applied = await migrate(database, join(ROOT, 'migrations'))
  if (applied.length > 0) logger.info({ applied }, 'migrated the database')

  const storage = await openStorage(config)
  const leaving = new AbortController()
  const services: Services = {
    database,
    storage,
    renderer: await renderer,
    signedUrls: createSignedUrls({
      secret: await findOrCreateSecret(database, 'signed-urls'),
      baseUrl: settings.baseUrl,
    }),
    mailer: observeMails(
      stack.use(
        createMailer({ from: config.mail.from, transport: mailTransport(config), ...overrides.mail }),
      ),
      telemetry,
    ),
    queue: stack.use(
      await createJobQueue({ databaseUrl, thumbnails: config.thumbnails, log: logger, ...overrides.jobs }),
    ),
    log: logger,
    telemetry,
    leaving: leaving.signal,
    settings,
  }
  // Not the end of it: it may come back, and until then the service says that it is not ready.
  void storage
    .probe()
    .catch((error: unknown) => logger.error({ err: error }, 'the object store does not work'))
  stack.use(startSweeping(services))
  if (config.role !== 'api') {
    await work(services, config.rendering.tabs)
    stack.use(await deliverWebhooks(services, egress, overrides))
  }

  const server = await createServer(services, {
    logger,
    trustedProxies: config.http.trustedProxies,
    api: config.role !== 'worker',
  })
  stack.defer(() => server.close())
  await observation.serve({
    tabs: () => services.renderer.tabs(),
    backlog: () => readBacklog(database),
  })
  const url = await server.listen({ host: config.http.host, port })
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

async function settingsFor(
  config: Config,
  port: number,
  overrides: Overrides,
): Promise<Services['settings']> {
  return {
    ...publicUrls(config, port),
    rateLimitPerMinute: config.accounts.rateLimitPerMinute,
    failedKeysPerMinute: overrides.failedKeysPerMinute ?? FAILED_KEYS_PER_MINUTE,
    mailsPerDay: config.accounts.mailsPerDay,
    syncLimitMs: overrides.syncLimitMs ?? SYNC_LIMIT_MS,
    asyncLimitMs: overrides.asyncLimitMs ?? ASYNC_LIMIT_MS,
    requestLimitMs: overrides.requestLimitMs ?? REQUEST_LIMIT_MS,
    version: await version(),
  }
}

/** A store with a public name may hold pictures for templates, too; one that is reached like a neighbour does not. */
function storesBeside(storage: Config['storage']): string[] {
  const endpoint = storage.kind === 's3' ? storage.location.endpoint : undefined
  if (endpoint === undefined) return []
  const host = new URL(endpoint).hostname
  const isBeside =
    endpoint.startsWith('http:') || host.startsWith('[') || isIP(host) !== 0 || !host.includes('.')
  return isBeside ? [endpoint] : []
}

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  throw new Error('package.json names no version')
}

async function work(services: Services, concurrency: number): Promise<void> {
  await services.queue.work(
    {
      generate: (generationId, signal) =>
        observeJob(services, 'generate', (own) => runGenerationJob(own, generationId, signal)),
      giveUpGenerate: (generationId) => giveUpGenerationJob(services, generationId),
      mail: (mail, signal) => observeJob(services, 'mail', (own) => runMailJob(own, mail, signal)),
      giveUpMail: (mail) => giveUpMailJob(services, mail),
      thumbnail: (job, signal) =>
        observeJob(services, 'thumbnail', (own) => runThumbnailJob(own, job, signal)),
    },
    concurrency,
  )
}

async function deliverWebhooks(
  services: Services,
  egress: EgressRules,
  { outside, webhookRetryDelaysMs: retryDelaysMs }: Overrides,
): Promise<AsyncDisposable> {
  const { database, log } = services
  return startDelivering({
    database,
    log,
    way: {
      operator: readRules(egress),
      resolve: outside?.resolve ?? resolveByDns,
      dial: outside?.dial ?? dialDirectly,
    },
    secret: await findWebhookSecret(database),
    describe: async ({ accountId, generationId }) => ({
      job: await jobOutcome(services, await findJob(database, accountId, generationId)),
    }),
    ...(retryDelaysMs && { retryDelaysMs }),
  })
}
