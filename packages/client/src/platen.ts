import { readCredits, readUsage, type UsageRange } from './account.ts'
import { type Assets, createAssets } from './assets.ts'
import { type Batches, createBatches } from './batches.ts'
import type { Connection, Fetch } from './connection/calls.ts'
import { type Certificates, createCertificates } from './certificates.ts'
import { createEinvoices, type Einvoices } from './einvoices.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createPartials, type Partials } from './partials.ts'
import { createPdf, type Pdf } from './pdf.ts'
import { createRequests, type Requests } from './requests.ts'
import { createTemplates, type Templates } from './templates.ts'
import type { CallOptions, Credits, Usage } from './types.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** Options of a client. */
export interface PlatenOptions {
  /** API key: `tlfy_…` */
  apiKey: string
  /** Address of the service, such as https://pdf.example.com. */
  baseUrl: string
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined
  /** Replaces `JSON.parse` for responses, for example to keep the digits of integers above 2^53. */
  parseJson?: ((text: string) => unknown) | undefined
  /** Retries after the first attempt. Default: 3. */
  retries?: number | undefined
  /** Time limit of each attempt in milliseconds. Default: 40,000, because the service ends a call after 29 seconds. */
  timeoutMs?: number | undefined
}

const RETRIES = 3
const TIMEOUT_MS = 40_000

/** Client of a Platen service, for one account. */
export class Platen {
  readonly pdf: Pdf
  readonly jobs: Jobs
  readonly batches: Batches
  readonly requests: Requests
  readonly einvoices: Einvoices
  readonly certificates: Certificates
  readonly templates: Templates
  readonly partials: Partials
  readonly assets: Assets
  readonly webhooks: Webhooks
  readonly #connection: Connection

  /** @throws {TypeError} if the key or the address is not valid. */
  constructor(options: PlatenOptions) {
    const { fetch, parseJson = JSON.parse, retries = RETRIES, timeoutMs = TIMEOUT_MS } = options
    const connection: Connection = {
      apiKey: checkedKey(options.apiKey),
      baseUrl: checkedUrl(options.baseUrl),
      // Read at each call, so that a replaced `fetch` is used.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      parseJson,
      retries,
      timeoutMs,
    }
    this.#connection = connection
    this.pdf = createPdf(connection)
    this.jobs = createJobs(connection)
    this.batches = createBatches(connection)
    this.requests = createRequests(connection)
    this.einvoices = createEinvoices(connection)
    this.certificates = createCertificates(connection)
    this.templates = createTemplates(connection)
    this.partials = createPartials(connection)
    this.assets = createAssets(connection)
    this.webhooks = createWebhooks(connection)
  }

  /** Returns the credits of the account. @throws {PlatenError} */
  async credits(options?: CallOptions): Promise<Credits> {
    return await readCredits(this.#connection, options)
  }

  /** Returns the usage by day, template and key. @throws {BadRequest} for an invalid day or time zone. */
  async usage(range: UsageRange = {}, options?: CallOptions): Promise<Usage> {
    return await readUsage(this.#connection, range, options)
  }

  /**
   * Creates a client with the key in `PLATEN_API_KEY` and the address in `PLATEN_URL`.
   * @throws {TypeError} if one of them is not set.
   */
  static fromEnvironment(options: Omit<PlatenOptions, 'apiKey' | 'baseUrl'> = {}): Platen {
    return new Platen({ ...options, apiKey: variable('PLATEN_API_KEY'), baseUrl: variable('PLATEN_URL') })
  }
}

function variable(name: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  const value = process?.env?.[name]
  if (!value) throw new TypeError(`The environment variable ${name} is not set.`)
  return value
}

/** Rejects a key that is not a valid header value. Otherwise an error message would contain it and might be logged. */
function checkedKey(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError(
      'apiKey is not an API key. An API key begins with tlfy_ and has no spaces or line breaks.',
    )
  }
  return apiKey
}

function checkedUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError('baseUrl must be the address of the service, such as https://pdf.example.com.')
  }
  let end = url.href.length
  while (url.href[end - 1] === '/') end -= 1
  return url.href.slice(0, end)
}
