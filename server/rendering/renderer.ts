import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { createGate, type GateOptions } from './egress/gate.ts'
import type { EgressRules } from '../egress/rules.ts'
import { createTemplateHosts } from './fill/hosts.ts'
import { prepareFonts } from './fonts.ts'
import type { Observe, TimeStep } from './observer.ts'
import { createAssembler } from './pdf/assembler.ts'
import { printArray } from './print/arrays.ts'
import { drawFirstSheet } from './picture/drawer.ts'
import { installChromium } from './print/install.ts'
import { createPrinter, type Owner } from './print/printer.ts'
import { joinWarnings, type Warning } from './print/warnings.ts'
import { unprivilegedUsers } from './unprivileged.ts'

export type { Warning } from './print/warnings.ts'

export interface RenderRequest {
  owner: Owner
  /** A Handlebars source, and the version under which its compiled form is remembered. */
  source: string
  contentVersion: string
  /** The JSON text of an array; each element becomes a page of its own. */
  elements: string
  /** There is no real data: a helper that cannot work with it prints nothing, and is no reason to fail. */
  isPreview?: boolean
}

export interface Rendered {
  pdf: Buffer
  /** Sheets of paper in the PDF. */
  sheets: number
  warnings: Warning[]
}

/** The one door to rendering, which knows HTML, sheets and time. */
export interface Renderer extends AsyncDisposable {
  /** Compiles a source. @throws {Refusal} `invalid`, with the compiler's message as detail. */
  check(source: string, partition: string, signal: AbortSignal): Promise<void>
  /**
   * Fills the source with each element and prints them, one after the other, into one PDF.
   * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` ends it, `busy` when too
   * many wait already.
   */
  render(request: RenderRequest, signal: AbortSignal, timeStep?: TimeStep): Promise<Rendered>
  /**
   * Fills the source with `{}` and prints it, as `render` does, and draws the first sheet.
   * @returns a PNG, within 400 by 800 pixels.
   * @throws {Refusal} as `render`.
   */
  picture(request: Omit<RenderRequest, 'elements' | 'isPreview'>, signal: AbortSignal): Promise<Buffer>
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
  log: Log
  observe?: Observe
  /** For tests: a world of their own outside. */
  outside?: Pick<GateOptions, 'resolve' | 'dial'>
}

/** Calls of one partition, and of all, that may be under way for each tab: more would not be answered in time. */
const CALLS_PER_TAB_MAX = { partition: 50, all: 200 }
const SHEETS_MAX = 1_000
const PDF_BYTES_MAX = 50 * 1024 * 1024

/** Unpacks what is missing and starts everything. @throws an Error that says which part does not start. */
export async function createRenderer(options: RendererOptions): Promise<Renderer> {
  const { observe } = options
  const users = unprivilegedUsers()
  await using stack = new AsyncDisposableStack()
  const hosts = createTemplateHosts({ count: options.tabs, user: users.templateHost })
  stack.defer(async () => (await hosts.catch(() => undefined))?.[Symbol.asyncDispose]())
  const [installed, fontsConfiguration] = await Promise.all([installChromium(options), prepareFonts(options)])
  const assembler = stack.use(createAssembler(options.tabs))
  const printer = stack.use(
    await createPrinter({
      installed,
      fontsConfiguration,
      createGate: () =>
        createGate({
          ...options.outside,
          rules: options.egress,
          log: options.log,
          ...(observe && { observe }),
        }),
      user: users.chromium,
      sandbox: options.chromiumSandbox,
      tabs: options.tabs,
      log: options.log,
      ...(observe && { observe }),
    }),
  )
  const templates = await hosts
  const parts = stack.move()
  const underWay = new Map<string, number>()
  let allUnderWay = 0

  const renderer: Renderer = {
    async check(source, partition, signal) {
      try {
        await templates.check(source, partition, signal)
      } catch (error) {
        throw signal.aborted ? timedOut(error) : error
      }
    },
    async render(request, signal, timeStep = untimed) {
      const { partition } = request.owner
      const own = underWay.get(partition) ?? 0
      if (
        own >= options.tabs * CALLS_PER_TAB_MAX.partition ||
        allUnderWay >= options.tabs * CALLS_PER_TAB_MAX.all
      ) {
        throw new Refusal('busy', 'The service is busy. Please try again in a moment.', { retryAfter: 2 })
      }
      underWay.set(partition, own + 1)
      allUnderWay += 1
      try {
        const documents = await timeStep('fill', () => templates.fill({ ...request, partition }, signal))
        const { owner } = request
        const printed = await timeStep('print', () =>
          printArray(printer, documents, { owner, parallel: options.tabs, signal }),
        )
        const sheets = printed.reduce((sum, one) => sum + one.sheets, 0)
        refuseOver(sheets, SHEETS_MAX, 'sheets')
        const parts = printed.map((one) => one.pdf)
        const pdf = await timeStep('pack', () => assembler.assemble(parts, signal))
        refuseOver(pdf.length, PDF_BYTES_MAX, 'bytes')
        return { pdf, sheets, warnings: joinWarnings(printed.flatMap((one) => one.warnings)) }
      } catch (error) {
        throw signal.aborted ? timedOut(error) : error
      } finally {
        allUnderWay -= 1
        const left = (underWay.get(partition) ?? 1) - 1
        if (left === 0) underWay.delete(partition)
        else underWay.set(partition, left)
      }
    },
    async picture(request, signal) {
      const { pdf } = await renderer.render({ ...request, elements: '[{}]', isPreview: true }, signal)
      try {
        return await drawFirstSheet(pdf, users.drawer, signal)
      } catch (error) {
        throw signal.aborted ? timedOut(error) : error
      }
    },
    async describe() {
      return { path: installed.executable, ...(await printer.describe()) }
    },
    tabs: () => printer.tabs(),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  return renderer
}

const untimed: TimeStep = async (_, work) => await work()

function timedOut(cause: unknown): Refusal {
  return new Refusal(
    'timed-out',
    'It was not ready in time. Nothing was charged; large documents should use async.',
    { cause },
  )
}

function refuseOver(count: number, max: number, what: string): void {
  if (count <= max) return
  throw new Refusal('invalid', 'The document is too large.', {
    detail: `It has ${count.toLocaleString('en')} ${what}; ${max.toLocaleString('en')} are allowed.`,
  })
}
