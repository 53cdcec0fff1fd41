import type { Load } from '@platen/capacity/load'
import { createTenantUsage, type TenantUsage } from '@platen/capacity/tenant-usage'
import { formatProblems, Refusal } from '@platen/template/refusal'
import type { Log } from './log.ts'
import { createTabProxy, type TabProxyOptions } from './proxy/tab-proxy.ts'
import type { EgressRules } from './egress/rules.ts'
import type { TemplateFiller, Validation } from './fill/filling.ts'
import { createTemplateHosts } from './fill/hosts.ts'
import type { Region } from './fill/messages.ts'
import { prepareFonts } from './fonts.ts'
import { createAssetCache, readAssets } from './asset-cache.ts'
import { type Library, repeatIfLibraryChanges } from './library.ts'
import { networkIsolation, warnWithoutKernelLayer } from './isolation/network-isolation.ts'
import type { OnRenderEvent, RunPhase } from './render-events.ts'
import { createAttachmentReader, type ReadAttachment } from './attachments/reader.ts'
import { createAssembler, createPdfThreads } from './pdf/assembler.ts'
import type { PdfOptions } from './pdf/finish/finish.ts'
import type { SignatureField } from './pdf/options.ts'
import type { SheetLabel } from './pdf/finish/sheet-label.ts'
import { pagesInRanges } from './pdf/finish/page-ranges.ts'
import { accessibilityWarnings } from './print/accessibility/warnings.ts'
import { printBatch } from './print/batch.ts'
import { drawFirstSheet } from './image/drawer.ts'
import { createDrawings, type DrawSheet } from './image/drawings.ts'
import { installChromium } from './print/chromium/install.ts'
import { createPrinter, type Owner, type Page } from './print/printer.ts'
import { mergeWarnings, type Warning } from './print/warnings.ts'
import { signatureDocument } from './print/signature-appearance.ts'
import { watermarkDocument } from './print/watermark.ts'
import { timeoutRefusal } from './scheduling/timed-out.ts'
import { unprivilegedUsers } from './isolation/unprivileged.ts'

export type { Region } from './fill/messages.ts'
export type { Library } from './library.ts'
export type { PdfOptions } from './pdf/finish/finish.ts'
export type { Page } from './print/printer.ts'
export type { Warning } from './print/warnings.ts'

/** A template with data to render to a PDF. */
export interface RenderRequest {
  owner: Owner
  /** A Handlebars source. */
  source: string
  /** SHA-256 of the source, the key of its compiled form in caches. */
  contentVersion: string
  /** The JSON text of an array. Each element becomes a page. */
  elements: string
  /** Helpers that fail on their values print nothing, because there are no real data. */
  isPreview?: boolean
  /** Default locale and time zone of helpers. Without it: English and UTC. */
  region?: Region
  /** Partials and assets for the template. */
  library?: Library
  /** Options of the PDF. */
  options?: PdfOptions | null
  /** Text of a small label on every sheet. */
  label?: SheetLabel | undefined
  /** Field for a signature. `fillSignature` adds the signature to the PDF. */
  signature?: SignatureField | undefined
}

/** A template with data to render to a PDF for each element. */
export type SeparateRequest = Omit<RenderRequest, 'options' | 'signature'>

/** Result of a render. */
export interface Rendered {
  pdf: Buffer
  /** Sheets of paper in the PDF. */
  sheets: number
  /** Sheets, scale and overflow of each element, in order. */
  pages: Page[]
  /** Smallest scale of any page: 1 when nothing was scaled. */
  scale: number
  warnings: Warning[]
}

/** Renders templates to PDFs and images. */
export interface Renderer extends AsyncDisposable {
  /**
   * Compiles a source.
   *
   * @throws {Refusal} `invalid`, with the compiler's message as detail
   */
  check(source: string, tenant: string, signal: AbortSignal): Promise<void>
  /**
   * Compiles a JSON Schema.
   *
   * @throws {Refusal} `invalid`, with the problem and its position as detail
   */
  checkSchema(schema: string, tenant: string, signal: AbortSignal): Promise<void>
  /**
   * Validates data against a schema.
   *
   * @throws {Refusal} `invalid`, with the path of each mismatch as `problems`; without them when the validation takes
   * too long, or the schema recurses without end
   */
  validate(request: Validation, signal: AbortSignal): Promise<void>
  /** Compiles the source of a library partial, which must not call itself through others. */
  checkPartial: TemplateFiller['checkPartial']
  /**
   * Fills the source with each element and prints them in order into one PDF.
   *
   * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` aborts, `busy` when no Chromium
   * runs, or the memory for assets is full
   */
  render(request: RenderRequest, signal: AbortSignal, runPhase?: RunPhase): Promise<Rendered>
  /**
   * Fills the source with each element and prints each into a PDF of its own.
   *
   * @throws {Refusal} as `render`
   */
  renderEach(request: SeparateRequest, signal: AbortSignal): Promise<Rendered[]>
  /**
   * Fills the source with each element and prints them in order into one PDF, which is only for `merge`. It has no
   * label.
   *
   * @throws {Refusal} as `render`
   */
  renderPart(request: Omit<SeparateRequest, 'label'>, signal: AbortSignal): Promise<Rendered>
  /**
   * Merges PDFs of `renderPart` into one, in their order. They may not be used afterwards.
   *
   * @param options `label`: text of a small label on every sheet
   * @throws {Refusal} `timed-out` when `signal` aborts
   */
  merge(
    parts: Buffer[],
    options: { tenant: string; label?: SheetLabel | undefined },
    signal: AbortSignal,
  ): Promise<Buffer>
  /**
   * Fills the source with `element`, prints it as `render` does, and draws the first sheet with a preview label.
   *
   * @param request `element`: JSON text; helpers that fail print nothing
   * @returns a PNG, within 400 by 800 pixels
   * @throws {Refusal} as `render`
   */
  renderThumbnail(
    request: Omit<RenderRequest, 'elements' | 'isPreview' | 'label'> & { element: string },
    signal: AbortSignal,
  ): Promise<Buffer>
  /**
   * Draws a sheet of a PDF of `render` as a PNG of at most 12 million pixels. One tenant draws one at a time.
   *
   * @throws {Refusal} `invalid` when it cannot be drawn, or not within 10 s of processor time; `busy` when too many
   * bytes of PDFs wait already; `timed-out` when `signal` aborts
   */
  draw: DrawSheet
  /**
   * Reads the first attachment of a PDF that has one of the names. The PDF may be of others.
   *
   * @returns `undefined` when the PDF has no such attachment
   * @throws {Refusal} `invalid` for a PDF that has a password or cannot be read; `timed-out` when `signal` aborts
   */
  readAttachment: ReadAttachment
  /**
   * Returns the path and the version of Chromium.
   *
   * @throws when nothing can be printed now
   */
  describe(): Promise<{ path: string; version: string }>
  /** Number of tabs that print and that are idle. */
  tabs(): { busy: number; idle: number }
  /** Returns the load of the template hosts and of the tabs. */
  load(): { fill: Load; print: Load }
}

/** Settings of the renderer. */
export interface RendererOptions {
  cacheDir: string
  chromePath: string | undefined
  fontsDir: string | undefined
  /** Hosts that pages may load from, in addition to the rules of their account. */
  egress: EgressRules
  chromiumSandbox: boolean
  /** Number of documents that are printed at a time. */
  tabs: number
  /** Memory limit of a page's process, in MB. */
  pageMemoryMb: number
  log: Log
  onEvent?: OnRenderEvent
  /** Use of all tenants of the process, which other schedulers of the process may share. */
  usage?: TenantUsage
  /** For tests: a simulated outside network. */
  outside?: Pick<TabProxyOptions, 'resolve' | 'dial'>
}

const SHEETS_MAX = 1_000
const PDF_BYTES_MAX = 50 * 1024 * 1024

/**
 * Unpacks missing files, and starts Chromium, the template hosts and the threads.
 *
 * @throws an Error that names the component that does not start
 */
export async function createRenderer(options: RendererOptions): Promise<Renderer> {
  const { onEvent, usage = createTenantUsage() } = options
  const users = unprivilegedUsers()
  await using stack = new AsyncDisposableStack()
  const hosts = createTemplateHosts({ count: options.tabs, user: users.templateHost, usage })
  // Awaited after Chromium has started.
  hosts.catch(() => {})
  stack.defer(async () => (await hosts.catch(() => undefined))?.[Symbol.asyncDispose]())
  const [installed, fontsConfiguration] = await Promise.all([installChromium(options), prepareFonts(options)])
  const threads = stack.use(createPdfThreads(options.tabs, usage))
  const assembler = createAssembler(threads)
  const printer = stack.use(
    await createPrinter({
      installed,
      fontsConfiguration,
      createProxy: () =>
        createTabProxy({
          ...options.outside,
          rules: options.egress,
          log: options.log,
          ...(onEvent && { onEvent }),
        }),
      user: users.chromium,
      sandbox: options.chromiumSandbox,
      tabs: options.tabs,
      usage,
      pageMemoryMb: options.pageMemoryMb,
      log: options.log,
      ...(onEvent && { onEvent }),
    }),
  )
  const templates = await hosts
  warnWithoutKernelLayer(await networkIsolation(), options.log)
  const parts = stack.move()
  const assetCache = createAssetCache()

  const fill = async (
    request: SeparateRequest,
    untilRendered: DisposableStack,
    signal: AbortSignal,
    runPhase: RunPhase,
  ) => {
    const { tenant, clock } = request.owner
    const { documents, assets } = await runPhase('fill', () =>
      repeatIfLibraryChanges(async () => {
        const filled = await templates.fillWithAssets({ ...request, tenant, ...(clock && { clock }) }, signal)
        const assets = await readAssets(assetCache, tenant, filled, untilRendered, signal)
        return { documents: filled.html, assets }
      }),
    )
    return { documents, owner: { ...request.owner, assets } }
  }

  const renderer: Renderer = {
    check: (source, tenant, signal) =>
      withTimeoutRefusal(signal, () => templates.check(source, tenant, signal)),
    checkPartial: (partial, tenant, signal) =>
      withTimeoutRefusal(signal, () => templates.checkPartial(partial, tenant, signal)),
    checkSchema: (schema, tenant, signal) =>
      withTimeoutRefusal(signal, () => templates.checkSchema(schema, tenant, signal)),
    async validate(request, signal) {
      const { problems, more } = await withTimeoutRefusal(signal, () => templates.validate(request, signal))
      if (problems.length === 0) return
      const detail = formatProblems(problems, more)
      throw new Refusal('invalid', "The data does not match the template's schema.", { detail, problems })
    },
    async render(request, signal, runPhase = untimed) {
      using untilRendered = new DisposableStack()
      try {
        const { documents, owner } = await fill(request, untilRendered, signal, runPhase)
        const { options: pdfOptions, label, signature } = request
        const { printed, watermark, appearance } = await runPhase('print', async () => ({
          printed: await printBatch(printer, documents, { owner, parallel: options.tabs, signal }),
          watermark:
            pdfOptions?.watermark &&
            (await printer.print(watermarkDocument(pdfOptions.watermark), owner, signal)),
          appearance:
            signature?.box &&
            (await printer.print(signatureDocument(signature, signature.box), owner, signal)),
        }))
        checkLimit(countSheets(printed), SHEETS_MAX, 'sheets')
        const all = printed.flatMap((one) => one.pages)
        const pages = pdfOptions?.pageRanges ? pagesInRanges(all, pdfOptions.pageRanges) : all
        const pdfs = printed.map((one) => one.pdf)
        const finish =
          pdfOptions || label || signature
            ? {
                options: pdfOptions ?? {},
                watermarkPdf: watermark?.pdf,
                label,
                signature,
                signaturePdf: appearance?.pdf,
              }
            : undefined
        const pdf = await runPhase('pack', () => assembler.assemble(pdfs, owner, signal, finish))
        checkLimit(pdf.length, PDF_BYTES_MAX, 'bytes')
        const scale = Math.min(...pages.filter((page) => page.sheets > 0).map((page) => page.scale))
        const additions = [watermark, appearance].filter((one) => one !== undefined)
        const warnings = [
          ...[...printed, ...additions].flatMap((one) => one.warnings),
          ...accessibilityWarnings(
            printed.flatMap((one) => one.accessibility),
            request.source,
          ),
        ]
        return { pdf, sheets: countSheets(pages), pages, scale, warnings: mergeWarnings(warnings) }
      } catch (error) {
        throw signal.aborted ? timeoutRefusal(error) : error
      }
    },
    async renderEach(request, signal) {
      using untilRendered = new DisposableStack()
      try {
        const { documents, owner } = await fill(request, untilRendered, signal, untimed)
        const printed = await printBatch(printer, documents, { owner, parallel: options.tabs, signal })
        checkLimit(countSheets(printed), SHEETS_MAX, 'sheets')
        const finish = request.label ? { options: {}, label: request.label } : undefined
        const rendered = await Promise.all(
          printed.map(async ({ pdf, pages, warnings }) => {
            const pdfs =
              pages.length === 1
                ? [await assembler.assemble([pdf], owner, signal, finish)]
                : await assembler.split(
                    pdf,
                    pages.map(({ sheets }) => sheets),
                    owner,
                    signal,
                    finish,
                  )
            return pages.flatMap((page, index) => {
              const pdf = pdfs[index]
              if (!pdf) throw new Error('A split PDF has fewer parts than pages')
              checkLimit(pdf.length, PDF_BYTES_MAX, 'bytes')
              return {
                pdf,
                sheets: page.sheets,
                pages: [page],
                scale: page.scale,
                warnings: mergeWarnings(warnings),
              }
            })
          }),
        )
        return rendered.flat()
      } catch (error) {
        throw signal.aborted ? timeoutRefusal(error) : error
      }
    },
    async renderPart(request, signal) {
      using untilRendered = new DisposableStack()
      try {
        const { documents, owner } = await fill(request, untilRendered, signal, untimed)
        const printed = await printBatch(printer, documents, { owner, parallel: options.tabs, signal })
        checkLimit(countSheets(printed), SHEETS_MAX, 'sheets')
        const parts = printed.map(({ pdf }) => pdf)
        const pdf = await assembler.combine(parts, owner, signal)
        checkLimit(pdf.length, PDF_BYTES_MAX, 'bytes')
        const pages = printed.flatMap((one) => one.pages)
        const warnings = mergeWarnings(printed.flatMap((one) => one.warnings))
        return {
          pdf,
          sheets: countSheets(pages),
          pages,
          scale: Math.min(...pages.map(({ scale }) => scale)),
          warnings,
        }
      } catch (error) {
        throw signal.aborted ? timeoutRefusal(error) : error
      }
    },
    merge: (parts, { tenant, label }, signal) =>
      withTimeoutRefusal(signal, () =>
        assembler.assemble(parts, { tenant }, signal, label && { options: {}, label }),
      ),
    async renderThumbnail({ element, ...request }, signal) {
      const printing = { ...request, elements: `[${element}]`, isPreview: true, label: 'PREVIEW' as const }
      const { pdf } = await renderer.render(printing, signal)
      return await withTimeoutRefusal(signal, () => drawFirstSheet(pdf, users.drawer, signal))
    },
    draw: createDrawings(users.drawer, usage),
    readAttachment: createAttachmentReader(users.drawer, usage),
    async describe() {
      return { path: installed.executable, ...(await printer.describe()) }
    },
    tabs: () => printer.tabs(),
    load: () => ({ fill: templates.load(), print: printer.load() }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  return renderer
}

/**
 * Runs `work`.
 *
 * @throws {Refusal} `timed-out` instead of any error after `signal` has aborted
 */
async function withTimeoutRefusal<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? timeoutRefusal(error) : error
  }
}

const untimed: RunPhase = async (_, work) => await work()

function countSheets(pages: { sheets: number }[]): number {
  return pages.reduce((sum, { sheets }) => sum + sheets, 0)
}

function checkLimit(count: number, max: number, unit: string): void {
  if (count <= max) return
  throw new Refusal('invalid', 'The document is too large.', {
    detail: `It has ${count.toLocaleString('en')} ${unit}. The limit is ${max.toLocaleString('en')}. Split the data into several calls.`,
  })
}
