import { createHash } from 'node:crypto'
import { Refusal } from '@platen/template/refusal'
import { readCacheDir, readRendering, type RenderingConfig } from './config/rendering.ts'
import { readVariables } from './config/variables.ts'
import { PUBLIC_EGRESS } from './egress/rules.ts'
import type { Region } from './fill/messages.ts'
import type { Library } from './library.ts'
import type { Log } from './log.ts'
import type { PdfOptions } from './pdf/finish/finish.ts'
import { createRenderer as createServiceRenderer, type Rendered } from './renderer.ts'

export { Refusal } from '@platen/template/refusal'
export { createProtection } from './pdf/finish/protection.ts'
export type { Rendered, PdfOptions, Library, Region }

/** Settings of a renderer. Each has a default. */
export interface RendererSettings extends Partial<RenderingConfig> {
  /** Folder for the unpacked Chromium and fonts. Default: a folder in the user's cache, or `/var/cache/platen` for root. */
  cacheDir?: string
  /** Receives warnings of the renderer. By default they are dropped. */
  log?: Log
}

/** A document to render: HTML, or a Handlebars template with data. */
export type Document = { options?: PdfOptions; signal?: AbortSignal } & (
  | { html: string }
  | {
      template: string
      /** An object renders one page. An array renders one page for each element. */
      data: object
      library?: Library
      /** Default locale and time zone of helpers. Default: English and UTC. */
      region?: Region
    }
)

/** Renders documents to PDFs. Dispose it to end Chromium. */
export interface Renderer extends AsyncDisposable {
  /**
   * Renders a document.
   *
   * @throws {Refusal} when the document cannot be rendered, with a message for its author
   */
  render(document: Document): Promise<Rendered>
}

const TENANT = 'local'
const LIMIT_MS = 120_000
const QUIET: Log = { info: () => {}, warn: () => {}, error: () => {} }
/** Inserts HTML as it is, so that braces in it are no expressions. */
const HTML_TEMPLATE = '{{{html}}}'

/** Starts Chromium and the template hosts. The first start on a machine unpacks Chromium. */
export async function createRenderer(settings: RendererSettings = {}): Promise<Renderer> {
  const defaults = readVariables({})
  const renderer = await createServiceRenderer({
    ...readRendering(defaults),
    cacheDir: readCacheDir(defaults),
    log: QUIET,
    ...settings,
  })
  return {
    async render({ options, signal, ...document }) {
      const {
        template: source,
        data,
        ...rest
      } = 'html' in document ? { template: HTML_TEMPLATE, data: { html: document.html } } : document
      if (Array.isArray(data) && data.length === 0)
        throw new Refusal('invalid', 'data must have an element for each page.')
      const limit = AbortSignal.timeout(LIMIT_MS)
      const limited = signal ? AbortSignal.any([signal, limit]) : limit
      // Compiles the whole source, so that an error has its position. Filling compiles only the parts that it reaches.
      await renderer.check(source, TENANT, limited)
      return await renderer.render(
        {
          ...rest,
          owner: { tenant: TENANT, egress: settings.egress ?? PUBLIC_EGRESS },
          source,
          contentVersion: createHash('sha256').update(source).digest('hex'),
          elements: JSON.stringify(Array.isArray(data) ? data : [data]),
          options: options ?? null,
        },
        limited,
      )
    },
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  }
}
