import {
  type Library,
  libraryContents,
  EMPTY_LIBRARY,
  type LibraryAsset,
  type LibraryListing,
  LibraryChanged,
} from '../library.ts'
import type { ValidationProblem } from '@platen/template/refusal'
import type { PausableClock } from '@platen/capacity/pausable-deadline'
import { type SendRequest, expectDone, refusalOf } from './send-request.ts'
import { COMPILE_LIMIT_MS, FILL_LIMIT_MS, PARTIAL_DEPTH_MAX, SCHEMA_LIMIT_MS } from './limits.ts'
import type { HostResponse, HostRequest, Region } from './messages.ts'

/** Compiles and fills templates, and validates data, in template hosts: a schema is as untrusted as a template. */
export interface TemplateFiller {
  /**
   * Compiles a source.
   *
   * @throws {Refusal} `invalid`, with the compiler's message as detail
   */
  check(source: string, tenant: string, signal: AbortSignal): Promise<void>
  /**
   * Compiles the source of a library partial, and checks that it does not call itself through others.
   *
   * @throws {Refusal} `invalid`, as `check`
   * @throws {LibraryChanged}
   */
  checkPartial(
    partial: { name: string; source: string; library: Library },
    tenant: string,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Fills a source with each element of a JSON array.
   *
   * @returns the HTML of each, in order
   * @throws {Refusal} `invalid`, with the reason as detail
   * @throws {LibraryChanged}
   */
  fill(request: FillRequest, signal: AbortSignal): Promise<string[]>
  /** Fills like `fill`, and returns the assets whose URLs are in the HTML, with access to their contents. */
  fillWithAssets(request: FillRequest, signal: AbortSignal): Promise<Filled>
  /**
   * Compiles a JSON Schema.
   *
   * @throws {Refusal} `invalid`, with the problem and its position as detail
   */
  checkSchema(schema: string, tenant: string, signal: AbortSignal): Promise<void>
  /**
   * Validates data against a schema.
   *
   * @returns the first problems, and the number of further ones
   * @throws {Refusal} `invalid` when the validation takes too long, or the schema recurses without end
   */
  validate(request: Validation, signal: AbortSignal): Promise<{ problems: ValidationProblem[]; more: number }>
}

/** Data and the schema to validate it against. */
export interface Validation {
  tenant: string
  /** JSON text, and its SHA-256 in hexadecimal digits. */
  schema: { text: string; version: string }
  /** The JSON text of an array. */
  elements: string
  /** True when the caller sent an array. */
  isList?: boolean | undefined
}

/** A template with data. */
interface FillRequest {
  tenant: string
  source: string
  /** SHA-256 of the source. */
  contentVersion: string
  /** The JSON text of an array. */
  elements: string
  /** Helpers that fail on their values print nothing. */
  isPreview?: boolean
  /** Defaults of helpers. */
  region?: Region
  /** Partials and assets for the template. */
  library?: Library
  /** Paused while the request waits for a slot. */
  clock?: PausableClock
}

/** Documents and the library items that they use. */
export interface Filled {
  html: string[]
  assets: LibraryAsset[]
  /** Listing of the library; `undefined` when the template uses none of it. */
  listing: LibraryListing | undefined
}

/** Cached versions of templates that use the library. For these, the listing is read before the first request. */
const LIBRARY_USERS_MAX = 10_000
/** Repeats of a request with more sources. A host requests the template first, then its partials level by level. */
const REPEATS_MAX = PARTIAL_DEPTH_MAX + 20
const SOURCE_INVALID = 'Invalid Handlebars template'

/**
 * Creates a filler on top of requests to hosts.
 *
 * @param send sends a request to any host
 */
export function createTemplateFiller(send: SendRequest): TemplateFiller {
  const libraryUsers = new Set<string>()

  return {
    async check(source, tenant, signal) {
      const response = await send(tenant, { kind: 'check', source }, COMPILE_LIMIT_MS, signal)
      expectDone(response, SOURCE_INVALID)
    },
    async checkPartial({ name, source, library }, tenant, signal) {
      const listing = await library.list(signal)
      const hostRequest = {
        kind: 'check',
        source,
        partial: { name, library: libraryContents(listing) },
      } as const
      const options = { tenant, listing, limitMs: COMPILE_LIMIT_MS, signal }
      expectDone(await sendWithSources(send, hostRequest, options), SOURCE_INVALID)
    },
    async fill(request, signal) {
      return (await fillWithAssets(request, signal)).html
    },
    fillWithAssets,
    async checkSchema(schema, tenant, signal) {
      const response = await send(tenant, { kind: 'check schema', schema }, SCHEMA_LIMIT_MS, signal)
      expectDone(response, 'Invalid JSON Schema')
    },
    async validate({ tenant, schema, elements, isList = false }, signal) {
      const hostRequest = {
        kind: 'validate',
        schema: schema.text,
        version: schema.version,
        elements,
        isList,
      } as const
      const response = await send(tenant, hostRequest, SCHEMA_LIMIT_MS, signal)
      if (response.kind === 'validated') return { problems: response.problems, more: response.more }
      throw refusalOf(response, 'The data could not be checked against the template’s schema.')
    },
  }

  async function fillWithAssets(request: FillRequest, signal: AbortSignal): Promise<Filled> {
    const { tenant, source, contentVersion, elements, isPreview = false, region, clock } = request
    const hostRequest = {
      kind: 'fill',
      contentVersion,
      elements,
      isPreview,
      ...(region && { region }),
    } as const
    const limitMs = COMPILE_LIMIT_MS + FILL_LIMIT_MS
    const options = {
      tenant,
      template: { contentVersion, source },
      limitMs,
      signal,
      ...(clock && { clock }),
    }
    const fillWith = async (listing: LibraryListing | undefined) =>
      await sendWithSources(
        send,
        { ...hostRequest, ...(listing && { library: libraryContents(listing) }) },
        { ...options, listing },
      )
    const list = async () => await (request.library ?? EMPTY_LIBRARY).list(signal)

    let listing = libraryUsers.has(contentVersion) ? await list() : undefined
    let response = await fillWith(listing)
    if (response.kind === 'library needed') {
      addLibraryUser(contentVersion)
      listing = await list()
      response = await fillWith(listing)
    }
    const { html, assets = [] } = expectDone(response, 'The template could not be filled with this data.')
    const names = new Set(assets)
    return { html, assets: listing?.assets.filter(({ name }) => names.has(name)) ?? [], listing }
  }

  function addLibraryUser(contentVersion: string): void {
    if (libraryUsers.size >= LIBRARY_USERS_MAX) libraryUsers.clear()
    libraryUsers.add(contentVersion)
  }
}

/**
 * Sends a request to a host, and repeats it with the sources that the host lacks. Sources may be large, and are usually
 * compiled already, so they are sent only on request.
 */
async function sendWithSources(
  send: SendRequest,
  hostRequest: HostRequest & { kind: 'check' | 'fill' },
  options: {
    tenant: string
    listing: LibraryListing | undefined
    template?: { contentVersion: string; source: string }
    limitMs: number
    signal: AbortSignal
    clock?: PausableClock
  },
): Promise<HostResponse> {
  const { tenant, listing, template, limitMs, signal, clock } = options
  const sources: Record<string, string> = {}
  let sent = hostRequest
  for (let repeats = 0; repeats <= REPEATS_MAX; repeats += 1) {
    const response = await send(tenant, sent, limitMs, signal, clock)
    if (response.kind !== 'sources needed') return response
    for (const version of response.versions) {
      if (version === template?.contentVersion) sent = { ...sent, source: template.source }
      else sources[version] = await sourceOfPartial(listing, version, signal)
    }
    sent = { ...sent, sources }
  }
  throw new Error('A template host requested sources too many times')
}

async function sourceOfPartial(
  listing: LibraryListing | undefined,
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const partial = listing?.partials.find(({ contentVersion }) => contentVersion === version)
  const source = partial && (await listing?.readPartial(partial, signal))
  if (source === undefined) throw new LibraryChanged('A partial was deleted during the call')
  return source
}
