import { type Problem, Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { createTabProxy, type TabProxyOptions } from './egress/tab-proxy.ts'
import type { EgressRules } from '../egress/rules.ts'
import { fillDocuments } from './fill-documents.ts'
import type { TemplateFiller } from './fill/filling.ts'
import type { Validation } from './fill/validate-data.ts'
import { createTemplateHosts } from './fill/hosts.ts'
import type { Region } from './fill/messages.ts'
import { prepareFonts } from './fonts.ts'
import { createAssetCache } from './asset-cache.ts'
import type { Library } from './library.ts'
import { networkIsolation, warnWithoutKernelLayer } from './isolation/network-isolation.ts'
import type { OnRenderEvent, TimeStep } from './render-events.ts'
import { createAssembler, createPdfThreads } from './pdf/assembler.ts'
import type { Profile } from './pdf/finish/invoice-xml.ts'
import type { Invoice, PdfOptions } from './pdf/options.ts'
import { printBatch } from './print/batch.ts'
import { drawFirstSheet } from './image/drawer.ts'
import { createDrawings, type DrawSheet } from './image/drawings.ts'
import { installChromium } from './print/chromium/install.ts'
import { createPrinter, type Owner, type Page } from './print/printer.ts'
import { joinWarnings, type Warning } from './print/warnings.ts'
import { watermarkDocument } from './print/watermark.ts'
import { timeoutRefusal } from './scheduling/timed-out.ts'
import { unprivilegedUsers } from './isolation/unprivileged.ts'

export type { Region } from './fill/messages.ts'
export type { Library } from './library.ts'
export type { PdfOptions } from './pdf/options.ts'
export type { Page } from './print/printer.ts'
export type { Warning } from './print/warnings.ts'

export interface RenderRequest {
  owner: Owner
  /** A Handlebars source, and the version under which its compiled form is remembered. */
  source: string
  contentVersion: string
  /** The JSON text of an array; each element becomes a page of its own. */
  elements: string
  /** The data may be none: a helper that cannot work with it prints nothing, and is no reason to fail. */
  isPreview?: boolean
  /** The locale and time zone of helpers that name none; else English and UTC. */
  region?: Region
  /** The partials and assets that the template may use. */
  library?: Library
  /** What the PDF is given besides its pages. */
  options?: PdfOptions | null
  /** Draws a small "PREVIEW" mark on every sheet. */
  hasPreviewMark?: boolean
}

export interface Rendered {
  pdf: Buffer
  /** Sheets of paper in the PDF. */
  sheets: number
  /** Sheets and scale of each element, in their order. */
  pages: Page[]
  /** Smallest scale of any page: 1 when nothing was scaled. */
  scale: number
  warnings: Warning[]
}

/** The one door to rendering, which knows HTML, sheets and time. */
export interface Renderer extends AsyncDisposable {
  /** Compiles a source. @throws {Refusal} `invalid`, with the compiler's message as detail. */
  check(source: string, partition: string, signal: AbortSignal): Promise<void>
  /** Compiles a JSON Schema. @throws {Refusal} `invalid`, with what is wrong and where as detail. */
  checkSchema(schema: string, partition: string, signal: AbortSignal): Promise<void>
  /**
   * Looks whether data fit a schema.
   * @returns the first of what does not, and how much more there is.
   * @throws {Refusal} `invalid` where that cannot be told: it takes too long, or the schema never ends.
   */
  validate(request: Validation, signal: AbortSignal): Promise<{ problems: Problem[]; more: number }>
  /** The same for a source that is to be a shared partial, which must not call itself through others. */
  checkPartial: TemplateFiller['checkPartial']
  /**
   * Reads the XML of a Factur-X invoice.
   * @throws {Refusal} `invalid`, with what is wrong and where; `timed-out` when `signal` ends it.
   */
  readInvoice(xml: Buffer, profile: Profile, partition: string, signal: AbortSignal): Promise<Invoice>
  /**
   * Fills the source with each element and prints them, one after the other, into one PDF.
   * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` ends it, `busy` when there is no
   * Chromium, or no memory for its assets.
   */
  render(request: RenderRequest, signal: AbortSignal, timeStep?: TimeStep): Promise<Rendered>
  /**
   * Fills the source with `element`, prints it as `render` does, and draws the first sheet with a preview mark.
   * @param request `element`: JSON text; helpers that cannot work with it print nothing.
   * @returns a PNG, within 400 by 800 pixels.
   * @throws {Refusal} as `render`.
   */
  picture(
    request: Omit<RenderRequest, 'elements' | 'isPreview' | 'hasPreviewMark'> & { element: string },
    signal: AbortSignal,
  ): Promise<Buffer>
  /**
   * Draws a sheet of a PDF that `render` has made, as a PNG of at most 12 million pixels. One partition draws one at
   * a time.
   * @throws {Refusal} `invalid` when it cannot be drawn, or not within 10 s of a processor; `busy` when too large PDFs
   * of this partition wait for it already; `timed-out` when `signal` ends it.
   */
  draw: DrawSheet
  /** What it prints with. @throws when nothing could be printed now. */
  describe(): Promise<{ path: string; version: string }>
  /** How many tabs print now, and how many stand ready. */
  tabs(): { busy: number; idle: number }
}

export interface RendererOptions {
  cacheDir: string
  chromePath: string | undefined
  fontsDir: string | undefined
  /** What no page may do, whatever its account's own rules say. */
  egress: EgressRules
  chromiumSandbox: boolean
  /** How many documents are printed at once. */
  tabs: number
  /** Memory that a page's process may take, in MB. */
  pageMemoryMb: number
  log: Log
  observe?: OnRenderEvent
  /** For tests: a world of their own outside. */
  outside?: Pick<TabProxyOptions, 'resolve' | 'dial'>
}

const SHEETS_MAX = 1_000
const PDF_BYTES_MAX = 50 * 1024 * 1024

/** Unpacks what is missing and starts everything. @throws an Error that says which part does not start. */
export async function createRenderer(options: RendererOptions): Promise<Renderer> {
  const { observe } = options
  const users = unprivilegedUsers()
  await using stack = new AsyncDisposableStack()
  const hosts = createTemplateHosts({ count: options.tabs, user: users.templateHost })
  // Looked at below, when Chromium is there.
  hosts.catch(() => {})
  stack.defer(async () => (await hosts.catch(() => undefined))?.[Symbol.asyncDispose]())
  const [installed, fontsConfiguration] = await Promise.all([installChromium(options), prepareFonts(options)])
  const threads = stack.use(createPdfThreads(options.tabs))
  const assembler = createAssembler(threads)
  const printer = stack.use(
    await createPrinter({
      installed,
      fontsConfiguration,
      createGate: () =>
        createTabProxy({
          ...options.outside,
          rules: options.egress,
          log: options.log,
          ...(observe && { observe }),
        }),
      user: users.chromium,
      sandbox: options.chromiumSandbox,
      tabs: options.tabs,
      pageMemoryMb: options.pageMemoryMb,
      log: options.log,
      ...(observe && { observe }),
    }),
  )
  const templates = await hosts
  warnWithoutKernelLayer(await networkIsolation(), options.log)
  const parts = stack.move()
  const heldAssets = createAssetCache()

  const renderer: Renderer = {
    check: (source, partition, signal) => inTime(signal, () => templates.check(source, partition, signal)),
    checkPartial: (partial, partition, signal) =>
      inTime(signal, () => templates.checkPartial(partial, partition, signal)),
    checkSchema: (schema, partition, signal) =>
      inTime(signal, () => templates.checkSchema(schema, partition, signal)),
    validate: (request, signal) => inTime(signal, () => templates.validate(request, signal)),
    readInvoice: (xml, profile, partition, signal) =>
      inTime(signal, () => threads.run('readInvoiceXml', { xml, profile }, { partition }, signal)),
    async render(request, signal, timeStep = untimed) {
      const { partition, clock } = request.owner
      using untilRendered = new DisposableStack()
      try {
        const { documents, assets } = await timeStep('fill', () =>
          fillDocuments(
            { hosts: templates, heldAssets },
            { ...request, partition, ...(clock && { clock }) },
            untilRendered,
            signal,
          ),
        )
        const { options: wanted, hasPreviewMark = false } = request
        const owner = { ...request.owner, assets }
        const { printed, mark } = await timeStep('print', async () => ({
          printed: await printBatch(printer, documents, { owner, parallel: options.tabs, signal }),
          mark:
            wanted?.watermark && (await printer.print(watermarkDocument(wanted.watermark), owner, signal)),
        }))
        const sheets = printed.reduce((sum, one) => sum + one.sheets, 0)
        refuseOver(sheets, SHEETS_MAX, 'sheets')
        const parts = printed.map((one) => one.pdf)
        const finish =
          wanted || hasPreviewMark
            ? { options: wanted ?? {}, mark: mark?.pdf, isPreview: hasPreviewMark }
            : undefined
        const pdf = await timeStep('pack', () => assembler.assemble(parts, owner, signal, finish))
        refuseOver(pdf.length, PDF_BYTES_MAX, 'bytes')
        const pages = printed.flatMap((one) => one.pages)
        const scale = Math.min(...pages.map((page) => page.scale))
        const warnings = [...printed, ...(mark ? [mark] : [])].flatMap((one) => one.warnings)
        return { pdf, sheets, pages, scale, warnings: joinWarnings(warnings) }
      } catch (error) {
        throw signal.aborted ? timeoutRefusal(error) : error
      }
    },
    async picture({ element, ...request }, signal) {
      const printing = { ...request, elements: `[${element}]`, isPreview: true, hasPreviewMark: true }
      const { pdf } = await renderer.render(printing, signal)
      return await inTime(signal, () => drawFirstSheet(pdf, users.drawer, signal))
    },
    draw: createDrawings(users.drawer),
    async describe() {
      return { path: installed.executable, ...(await printer.describe()) }
    },
    tabs: () => printer.tabs(),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  return renderer
}

/** @throws {Refusal} `timed-out` for whatever went wrong when `signal` had ended it. */
async function inTime<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? timeoutRefusal(error) : error
  }
}

const untimed: TimeStep = async (_, work) => await work()

function refuseOver(count: number, max: number, what: string): void {
  if (count <= max) return
  throw new Refusal('invalid', 'The document is too large.', {
    detail: `It has ${count.toLocaleString('en')} ${what}; ${max.toLocaleString('en')} are allowed.`,
  })
}
