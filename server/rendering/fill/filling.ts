import {
  type Library,
  namesOn,
  EMPTY_LIBRARY,
  type LibraryAsset,
  type LibraryListing,
  LibraryChanged,
} from '../library.ts'
import type { PausableClock } from '../scheduling/deadline.ts'
import { type Ask, refuseUnlessDone } from './ask.ts'
import { COMPILE_LIMIT_MS, FILL_LIMIT_MS, PARTIAL_DEPTH_MAX } from './limits.ts'
import type { HostResponse, HostRequest, Region } from './messages.ts'

/** Functions of template hosts for templates. */
export interface TemplateFiller {
  /**
   * Compiles a source.
   *
   * @throws {Refusal} `invalid`, with the compiler's message as detail
   */
  check(source: string, partition: string, signal: AbortSignal): Promise<void>
  /**
   * Compiles the source of a library partial, and checks that it does not call itself through others.
   *
   * @throws {Refusal} `invalid`, as `check`
   * @throws {LibraryChanged}
   */
  checkPartial(
    partial: { name: string; source: string; library: Library },
    partition: string,
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
}

interface FillRequest {
  partition: string
  source: string
  contentVersion: string
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

/** Number of templates that are known to use the library. For these the listing is read before the fill. */
const SHARING_REMEMBERED_MAX = 10_000
/** A host requests the template, then partials level by level. */
const REPEATS_MAX = PARTIAL_DEPTH_MAX + 20
const SOURCE_INVALID = 'Invalid Handlebars template'

/**
 * Creates the functions on top of requests to hosts.
 *
 * @param ask sends a request to any host
 */
export function createTemplateFiller(ask: Ask): TemplateFiller {
  const sharing = new Set<string>()

  return {
    async check(source, partition, signal) {
      const answer = await ask(partition, { kind: 'check', source }, COMPILE_LIMIT_MS, signal)
      refuseUnlessDone(answer, SOURCE_INVALID)
    },
    async checkPartial({ name, source, library }, partition, signal) {
      const listing = await library.list(signal)
      const question = { kind: 'check', source, partial: { name, shared: namesOn(listing) } } as const
      const options = { partition, listing, limitMs: COMPILE_LIMIT_MS, signal }
      refuseUnlessDone(await askWithSources(ask, question, options), SOURCE_INVALID)
    },
    async fill(request, signal) {
      return (await fillWithAssets(request, signal)).html
    },
    fillWithAssets,
  }

  async function fillWithAssets(request: FillRequest, signal: AbortSignal): Promise<Filled> {
    const { partition, source, contentVersion, elements, isPreview = false, region, clock } = request
    const question = { kind: 'fill', contentVersion, elements, isPreview, ...(region && { region }) } as const
    const limitMs = COMPILE_LIMIT_MS + FILL_LIMIT_MS
    const options = { partition, own: { contentVersion, source }, limitMs, signal, ...(clock && { clock }) }
    const fillFrom = async (listing: LibraryListing | undefined) =>
      await askWithSources(
        ask,
        { ...question, ...(listing && { shared: namesOn(listing) }) },
        { ...options, listing },
      )
    const list = async () => await (request.library ?? EMPTY_LIBRARY).list(signal)

    let listing = sharing.has(contentVersion) ? await list() : undefined
    let answer = await fillFrom(listing)
    if (answer.kind === 'shared needed') {
      rememberSharing(contentVersion)
      listing = await list()
      answer = await fillFrom(listing)
    }
    const { html, assets = [] } = refuseUnlessDone(answer, 'The template could not be filled with this data.')
    const named = new Set(assets)
    return { html, assets: listing?.assets.filter(({ name }) => named.has(name)) ?? [], listing: listing }
  }

  function rememberSharing(contentVersion: string): void {
    if (sharing.size >= SHARING_REMEMBERED_MAX) sharing.clear()
    sharing.add(contentVersion)
  }
}

/** Sources are sent only on request: usually everything is compiled already, and they may be large. */
async function askWithSources(
  ask: Ask,
  question: HostRequest & { kind: 'check' | 'fill' },
  options: {
    partition: string
    listing: LibraryListing | undefined
    own?: { contentVersion: string; source: string }
    limitMs: number
    signal: AbortSignal
    clock?: PausableClock
  },
): Promise<HostResponse> {
  const { partition, listing, own, limitMs, signal, clock } = options
  const sources: Record<string, string> = {}
  let sent = question
  for (let again = 0; again <= REPEATS_MAX; again += 1) {
    const answer = await ask(partition, sent, limitMs, signal, clock)
    if (answer.kind !== 'sources needed') return answer
    for (const version of answer.versions) {
      if (version === own?.contentVersion) sent = { ...sent, source: own.source }
      else sources[version] = await sourceOn(listing, version, signal)
    }
    sent = { ...sent, sources }
  }
  throw new Error('A template host requested sources too many times')
}

async function sourceOn(
  listing: LibraryListing | undefined,
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const partial = listing?.partials.find(({ contentVersion }) => contentVersion === version)
  const source = partial && (await listing?.source(partial, signal))
  if (source === undefined) throw new LibraryChanged('A partial was deleted during the call')
  return source
}
