import type { Payments } from './billing/stripe.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Database } from './database/database.ts'
import type { ReadingLimit } from './http/bodies/reading-clock.ts'
import type { Identity } from './identity/identity.ts'
import type { NewAccounts } from './identity/users.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { SignedUrls } from './storage/signed-urls.ts'
import type { Storage } from './storage/storage.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { WebhookPolicy } from './webhooks/destination.ts'

/** The parts that the service is made of, as routes, jobs and commands are handed them. `app.ts` makes them. */
export interface Services {
  database: Database
  storage: Storage
  renderer: Renderer
  signedUrls: SignedUrls
  mailer: Mailer
  /** The mails of a service without a mail server; undefined where mails are sent. */
  outbox: Outbox | undefined
  queue: JobQueue
  /** Sells credits; undefined where the operator adds them. */
  payments: Payments | undefined
  /** Where webhooks may be sent. */
  webhookPolicy: WebhookPolicy
  /** Who makes sure that the dashboard's people are who they say. */
  identity: Identity
  log: Log
  /** Of the process; a call and a job are handed services with their own. */
  telemetry: Telemetry
  /** Aborts when the process was asked to end: it finishes what it has, and wants no more. */
  draining: AbortSignal
  settings: Settings
}

/** What the parts need to know of the configuration. */
export interface Settings {
  /** No trailing slash. */
  baseUrl: string
  billingUrl: string
  /** What an account begins with that somebody gets by signing in. */
  newAccounts: NewAccounts
  rateLimitPerMinute: number
  /** How many keys that do not work one address may send before it has to wait. */
  failedKeysPerMinute: number
  /** The limit of requests without credentials, per network. */
  anonymousRate: { burst: number; perSecond: number }
  /** How many recipients the calls of one account may name in a day. */
  mailsPerDay: number
  /** How many documents are printed at once. */
  tabs: number
  /** How long a synchronous call may take, from its arrival to its answer. */
  syncLimitMs: number
  /** How long one attempt of an asynchronous job may be at work; waiting for its turn does not count. */
  asyncLimitMs: number
  /** Time limit for printing a thumbnail, in milliseconds. */
  thumbnailLimitMs: number
  /** Memory for request bodies over 64 KB that are under way, in bytes. */
  bodyMemoryBytes: number
  /** Bytes of sources and assets that an account on the default plan may store, versions included. */
  storedBytesMax: number
  /** Time that a client has to read an answer. */
  readingLimit: ReadingLimit
  /** How long a request may take to arrive whole. */
  requestLimitMs: number
  version: string
}
