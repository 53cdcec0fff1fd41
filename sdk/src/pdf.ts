import { call, type Connection } from './calls.ts'
import { type Download, downloadOf } from './downloads.ts'
import { PlatenError } from './errors.ts'
import { type FinishedJob, waitForJob, type WaitOptions } from './jobs.ts'
import type { CallOptions, DryRun, Generated, GenerateRequest, GenerationStarted } from './types.ts'

const PATH = '/v1/pdf/generate'

/** How a single PDF is asked for. */
export interface GenerateOptions extends CallOptions {
  /**
   * Names this call, such as `invoice-2026-118`. Whoever calls again within a day with the same name and the same
   * request gets the same PDF and pays once, from another process too. Every call has a name of its own otherwise,
   * which its retries share.
   */
  idempotencyKey?: string | undefined
}

/** A PDF that was made. */
export interface GeneratedPdf extends Omit<Generated, 'success'>, Download {
  /** Sheets of paper; a page of data may take several. */
  sheets: number
  /** Smallest scale of any page: 1 when nothing was scaled to fit a sheet. Null when the service does not report it. */
  scale: number | null
  /** What did not go as the template wants it, such as fonts that are missing. */
  warnings: number
}

/** A PDF, or a picture of one of its sheets, that came with the answer. */
export interface GeneratedFile {
  bytes: Uint8Array<ArrayBuffer>
  /** Where the PDF is kept for five days. */
  pdfUrl: string
  /** Elements of data, and credits charged. */
  pagesGenerated: number
  /** Sheets of paper in the PDF. */
  sheets: number
  /** Smallest scale of any page: 1 when nothing was scaled to fit a sheet. Null when the service does not report it. */
  scale: number | null
  /** What did not go as the template wants it, such as fonts that are missing. */
  warnings: number
}

/** What is drawn of a PDF. */
export interface PictureOptions extends GenerateOptions {
  /** Which sheet, from 1 on; the first unless told. */
  sheet?: number | undefined
  /** Pixels, from 16 to 3,000; 1,240 unless told. */
  width?: number | undefined
}

/** A PDF that is made in the background. */
export interface StartedJob extends Pick<GenerationStarted, 'message' | 'pagesGenerated'> {
  id: string
  /** @throws {JobFailed} */
  wait(options?: WaitOptions): Promise<FinishedJob>
}

/** PDFs of templates and data. */
export interface Pdf {
  /** Makes a PDF; takes at most 29 seconds. One credit an element of `data`. @throws {PlatenError} */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<GeneratedPdf>
  /** The same, and the answer is the PDF itself. @throws {PlatenError} */
  generateBytes(request: GenerateRequest, options?: GenerateOptions): Promise<GeneratedFile>
  /**
   * The same, and the answer is a PNG of a sheet. Whoever repeats the call with its `idempotencyKey` may look at
   * another sheet, and pays once. @throws {PlatenError}
   */
  generatePicture(request: GenerateRequest, options?: PictureOptions): Promise<GeneratedFile>
  /** Fills and prints, and says what there would be and what it would cost: nothing is charged. @throws {PlatenError} */
  dryRun(request: GenerateRequest, options?: CallOptions): Promise<DryRun>
  /** Has a PDF made in the background. @throws {PlatenError} */
  generateAsync(request: GenerateRequest, options?: GenerateOptions): Promise<StartedJob>
}

/** What makes PDFs over a connection. */
export function createPdf(connection: Connection): Pdf {
  return {
    async generate(request, options) {
      const { body, headers } = await ask<Generated>(connection, request, options)
      const { success: _, ...fields } = body
      return {
        ...fields,
        sheets: Number(headers.get('x-platen-sheets') ?? fields.pagesGenerated),
        scale: scaleOf(headers),
        warnings: Number(headers.get('x-platen-warnings') ?? 0),
        ...downloadOf(connection, fields.pdfUrl),
      }
    },
    async generateBytes(request, options) {
      return fileOf(await ask<GeneratedFile['bytes']>(connection, request, options, 'application/pdf'))
    },
    async generatePicture(request, { sheet, width, ...options } = {}) {
      const picture = { ...(sheet !== undefined && { sheet }), ...(width !== undefined && { width }) }
      return fileOf(
        await ask<GeneratedFile['bytes']>(connection, { ...request, picture }, options, 'image/png'),
      )
    },
    async dryRun(request, options) {
      const post = {
        method: 'POST',
        path: PATH,
        body: { ...request, dryRun: true },
        repeatable: true,
      } as const
      const {
        success: _,
        dryRun: __,
        ...tried
      } = (await call<DryRun & { success: true; dryRun: true }>(connection, post, options)).body
      return tried
    },
    async generateAsync(request, options) {
      const { body, headers } = await ask<GenerationStarted>(connection, { ...request, async: true }, options)
      const id = headers.get('location')?.split('/').at(-1)
      if (!id) throw new PlatenError('The answer does not contain the id of the job.')
      const { message, pagesGenerated } = body
      return {
        id,
        message,
        pagesGenerated,
        wait: (waiting) => waitForJob(connection, id, waiting),
      }
    },
  }
}

async function ask<Body>(
  connection: Connection,
  body: GenerateRequest & { async?: true; picture?: { sheet?: number; width?: number } },
  { idempotencyKey = randomName(), ...options }: GenerateOptions = {},
  accept?: 'application/pdf' | 'image/png',
) {
  const post = { method: 'POST', path: PATH, body, idempotencyKey, repeatable: true } as const
  return await call<Body>(connection, { ...post, ...(accept && { accept }) }, options)
}

function fileOf({ body: bytes, headers }: { body: GeneratedFile['bytes']; headers: Headers }): GeneratedFile {
  const count = (name: string) => Number(headers.get(`x-platen-${name}`) ?? 0)
  return {
    bytes,
    pdfUrl: /<([^<>]*)>; rel="alternate"/.exec(headers.get('link') ?? '')?.[1] ?? '',
    pagesGenerated: count('pages'),
    sheets: count('sheets'),
    scale: scaleOf(headers),
    warnings: count('warnings'),
  }
}

/** Older services do not report the scale, and neither does a repeated call for a PDF from before an upgrade. */
function scaleOf(headers: Headers): number | null {
  const scale = headers.get('x-platen-scale')
  return scale === null ? null : Number(scale)
}

/** `crypto.randomUUID` is not there on pages that came by plain http. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
