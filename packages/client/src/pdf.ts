import { call, type Connection } from './connection/calls.ts'
import { type Download, downloadOf } from './connection/downloads.ts'
import { PlatenError } from './errors.ts'
import { type FinishedJob, waitForJob, type WaitOptions } from './jobs.ts'
import type { CallOptions, DryRun, Generated, GenerateRequest, GenerationStarted } from './types.ts'

const PATH = '/v1/pdf/generate'

/** Options of a render. */
export interface GenerateOptions extends CallOptions {
  /**
   * Idempotency key, such as `invoice-2026-118`. A call with the same key and request within a day returns the same PDF
   * and is charged once, also from another process. Default: a random key, shared by the retries of the call.
   */
  idempotencyKey?: string | undefined
}

/** Rendered PDF. */
export interface GeneratedPdf extends Omit<Generated, 'success'>, Download {
  /** Number of sheets. A page may have several. */
  sheets: number
  /** Smallest scale of any page: 1 when nothing was scaled to fit a sheet. Null when the service does not report it. */
  scale: number | null
  /** Number of problems while printing, such as missing fonts. */
  warnings: number
}

/** PDF, or image of one of its sheets, as bytes. */
export interface GeneratedFile {
  bytes: Uint8Array<ArrayBuffer>
  /** Link to the PDF. Works for five days. */
  pdfUrl: string
  /** Number of pages, and of credits charged. */
  pagesGenerated: number
  /** Number of sheets of the PDF. */
  sheets: number
  /** Smallest scale of any page: 1 when nothing was scaled to fit a sheet. Null when the service does not report it. */
  scale: number | null
  /** Number of problems while printing, such as missing fonts. */
  warnings: number
}

/** Options of an image of a sheet. */
export interface PictureOptions extends GenerateOptions {
  /** Sheet to draw, from 1. Default: 1. */
  sheet?: number | undefined
  /** Width in pixels, 16 to 3,000. Default: 1,240. */
  width?: number | undefined
}

/** Job that was started. */
export interface StartedJob extends Pick<GenerationStarted, 'message' | 'pagesGenerated'> {
  id: string
  /** Waits until the job ends. @throws {JobFailed} */
  wait(options?: WaitOptions): Promise<FinishedJob>
}

/** Renders of templates with data. */
export interface Pdf {
  /** Renders a PDF, within 29 seconds. Costs one credit for each element of `data`. @throws {PlatenError} */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<GeneratedPdf>
  /** Renders a PDF and returns its bytes. @throws {PlatenError} */
  generateBytes(request: GenerateRequest, options?: GenerateOptions): Promise<GeneratedFile>
  /**
   * Renders a PDF and returns an image of one sheet, as PNG. A call that repeats the `idempotencyKey` may draw another
   * sheet and is charged once. @throws {PlatenError}
   */
  generatePicture(request: GenerateRequest, options?: PictureOptions): Promise<GeneratedFile>
  /** Renders without charging, and returns sheets, warnings and cost. @throws {PlatenError} */
  dryRun(request: GenerateRequest, options?: CallOptions): Promise<DryRun>
  /** Starts a render in the background. @throws {PlatenError} */
  generateAsync(request: GenerateRequest, options?: GenerateOptions): Promise<StartedJob>
}

/** Creates the render methods of a client. */
export function createPdf(connection: Connection): Pdf {
  return {
    async generate(request, options) {
      const { body, headers } = await postGenerate<Generated>(connection, request, options)
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
      return fileOf(
        await postGenerate<GeneratedFile['bytes']>(connection, request, options, 'application/pdf'),
      )
    },
    async generatePicture(request, { sheet, width, ...options } = {}) {
      const picture = { ...(sheet !== undefined && { sheet }), ...(width !== undefined && { width }) }
      return fileOf(
        await postGenerate<GeneratedFile['bytes']>(connection, { ...request, picture }, options, 'image/png'),
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
      const { body, headers } = await postGenerate<GenerationStarted>(
        connection,
        { ...request, async: true },
        options,
      )
      const id = headers.get('location')?.split('/').at(-1)
      if (!id) throw new PlatenError('The response does not contain the id of the job.')
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

async function postGenerate<Body>(
  connection: Connection,
  body: GenerateRequest & { async?: true; picture?: { sheet?: number; width?: number } },
  { idempotencyKey = randomKey(), ...options }: GenerateOptions = {},
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

/** Null for older services, and for a repeated call whose PDF is older than this header. */
function scaleOf(headers: Headers): number | null {
  const scale = headers.get('x-platen-scale')
  return scale === null ? null : Number(scale)
}

/** Returns a random idempotency key. `crypto.randomUUID` does not exist on pages that were loaded over plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
