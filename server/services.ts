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

/** The parts of the service for routes, jobs and commands. `app.ts` creates them. */
export interface Services {
  database: Database
  storage: Storage
  renderer: Renderer
  signedUrls: SignedUrls
  mailer: Mailer
  /** The outbox of a service without a mail server; `undefined` when mails are sent. */
  outbox: Outbox | undefined
  queue: JobQueue
  /** Sells credits; `undefined` when operators add them. */
  payments: Payments | undefined
  /** Egress policy of webhooks. */
  webhookPolicy: WebhookPolicy
  /** Authentication of dashboard users. */
  identity: Identity
  log: Log
  /** Telemetry of the process. Calls and jobs have their own. */
  telemetry: Telemetry
  /** Aborts when the process starts to drain. */
  draining: AbortSignal
  settings: Settings
}

/** Settings of the parts. */
export interface Settings {
  /** Without a trailing slash. */
  baseUrl: string
  billingUrl: string
  /** Initial values of accounts that are created by a sign-in. */
  newAccounts: NewAccounts
  rateLimitPerMinute: number
  /** Failed API keys per minute and network before further ones are rejected. */
  failedKeysPerMinute: number
  /** Rate limit of requests without credentials, per network. */
  anonymousRate: { burst: number; perSecond: number }
  /** Recipients that an account's calls may name per day. */
  mailsPerDay: number
  /** Number of documents that are printed at a time. */
  tabs: number
  /** Time limit of a synchronous call from its arrival to its answer, in milliseconds. */
  syncLimitMs: number
  /** Time limit of one attempt of a job, without time in queues, in milliseconds. */
  asyncLimitMs: number
  /** Time limit for printing a thumbnail, in milliseconds. */
  thumbnailLimitMs: number
  /** Memory for concurrent request bodies over 64 KB, in bytes. */
  bodyMemoryBytes: number
  /** Bytes of sources and assets that an account on the default plan may store, versions included. */
  storedBytesMax: number
  /** Time limit for a client to read an answer. */
  readingLimit: ReadingLimit
  /** Time limit for a request to arrive, in milliseconds. */
  requestLimitMs: number
  version: string
}
