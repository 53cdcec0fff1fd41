import type { TenantUsage } from '@platen/capacity/tenant-usage'
import type { RowsReader } from './batches/files/reader.ts'
import type { Payments } from './billing/stripe.ts'
import type { Einvoices } from './einvoices/einvoices.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Database } from './database/database.ts'
import type { Admission } from './http/admission/admission.ts'
import type { ReadingLimit } from './http/bodies/reading-clock.ts'
import type { Identity } from './identity/identity.ts'
import type { NewAccounts } from './identity/users.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Renderer } from '@platen/renderer/service'
import type { Signing } from './signing/signing.ts'
import type { RequestEncryption } from './requests/encryption.ts'
import type { RequestLog } from './requests/request-log.ts'
import type { SignedUrls } from './storage/signed-urls.ts'
import type { Storage } from './storage/storage.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { Transport } from './webhooks/http-post.ts'

/** Components of the service, which `app.ts` creates and passes to routes, jobs and commands. */
export interface Services {
  database: Database
  storage: Storage
  renderer: Renderer
  einvoices: Einvoices
  signing: Signing
  /** Reads the files of batches. */
  rowsReader: RowsReader
  signedUrls: SignedUrls
  mailer: Mailer
  /** Mails of a service without an SMTP server; `undefined` with one. */
  outbox: Outbox | undefined
  queue: JobQueue
  /** Sale of credits; `undefined` when only operators add credits. */
  payments: Payments | undefined
  webhooks: {
    /** Egress policy and connector. */
    transport: Transport
    /** Secret from which the secrets of all webhooks are derived. */
    secret: Buffer
    /** Delays after failed attempts, in milliseconds. A delivery fails after one more attempt. */
    retryDelaysMs: readonly number[]
  }
  /** Writes the calls of accounts. */
  requestLog: RequestLog
  /** Encrypts texts of the request log. */
  requestEncryption: RequestEncryption
  /** Built-in identity or OpenID Connect provider. */
  identity: Identity
  log: Log
  /** Telemetry of the process. Each call and job receives services with its own telemetry. */
  telemetry: Telemetry
  /** Limiters that admit or reject calls. */
  admission: Admission
  /** Recent use of the slots of this process, by account. */
  usage: TenantUsage
  /** Aborts when the process starts to drain. */
  draining: AbortSignal
  settings: Settings
}

/** Settings of the components. */
export interface Settings {
  /** Without a trailing slash. */
  baseUrl: string
  billingUrl: string
  /** Initial values of accounts that users create by signing in. */
  newAccounts: NewAccounts
  rateLimitPerMinute: number
  /** Calls with invalid keys per minute that are answered without a wait, per network address. */
  failedKeysPerMinute: number
  /** Rate limit of requests without credentials, per network. */
  anonymousRate: { burst: number; perSecond: number }
  /** Mail recipients per account and day. */
  mailsPerDay: number
  /** Concurrent prints. */
  tabs: number
  /** Time limit of a synchronous call, from its arrival to its answer, in milliseconds. */
  syncLimitMs: number
  /** Time limit of an attempt of a job, without its time in queues, in milliseconds. */
  asyncLimitMs: number
  /** Time limit of a thumbnail, in milliseconds. */
  thumbnailLimitMs: number
  /** Memory for request bodies over 64 KB in progress, in bytes. */
  bodyMemoryBytes: number
  /** Bytes of sources and assets that an account on the default plan may store, including versions. */
  storedBytesMax: number
  /** Days that the request log keeps calls. 0: the log is off. */
  requestLogDays: number
  /** Limits of batches: rows, and bytes of an uploaded file. */
  batches: { rowsMax: number; uploadBytesMax: number }
  /** Time limits for reading an answer. */
  readingLimit: ReadingLimit
  /** Time limit for receiving a request, in milliseconds. */
  requestLimitMs: number
  version: string
}
