import { Refusal } from '../errors.ts'
import { createTemplateHosts } from './fill/hosts.ts'
import { assemblePdf } from './pdf/assemble.ts'
import { createPrinter, type PrinterOptions, type Warning } from './print/printer.ts'

export type { Warning } from './print/printer.ts'

export interface RenderRequest {
  /** Whose browser context prints it: what one partition leaves behind, no other ever meets. */
  partition: string
  /** A Handlebars source and the version by which its compiled form is remembered. */
  source: string
  contentVersion: string
  /** The JSON text of an array; each element becomes a page of its own. */
  elements: string
}

export interface Rendered {
  pdf: Uint8Array
  /** Sheets of paper in the PDF. */
  sheets: number
  warnings: Warning[]
}

/** The one door to rendering: it knows HTML, sheets and time. */
export interface Renderer extends AsyncDisposable {
  /** Compiles a source. @throws {Refusal} `invalid` with the compiler's message as detail. */
  check(source: string, signal: AbortSignal): Promise<void>
  /**
   * Fills the source with each element and prints them one after the other into one PDF.
   * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` ends it, `busy` when too
   * many are waiting already.
   */
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendered>
  /** @throws when nothing could be printed now. */
  probe(): Promise<void>
}
