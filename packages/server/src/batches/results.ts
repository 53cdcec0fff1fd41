import type { PassThrough, Readable } from 'node:stream'
import { Refusal } from '@platen/template/refusal'
import { csvLine } from '../csv.ts'
import type { Database } from '../database/database.ts'
import { pdfKey } from '../generation/generations.ts'
import { fileNameOf, PDF_LIFETIME, pdfExpiry, pdfUrl } from '../generation/urls.ts'
import type { Services } from '../services.ts'
import { ZipFile } from 'yazl'
import { type Batch, listFailedRows, listRowFiles, type RowFile } from './batches.ts'

/** A file with results of a batch. */
interface ResultFile {
  url: string
  fileName: string
}

const ROWS_AT_ONCE = 1_000
const ERROR_COLUMN = 'error'

/** Returns the response for a batch, with the links to its results. The schemas of the routes select the fields. */
export async function batchResponse(services: Pick<Services, 'storage' | 'signedUrls'>, batch: Batch) {
  const results = await resultsOf(services, batch)
  const { endedAt } = batch
  return {
    ...batch,
    rowsWaiting: batch.rows - batch.rowsCompleted - batch.rowsFailed,
    results,
    expiresIn: results.length > 0 ? PDF_LIFETIME : null,
    expiresAt: results.length > 0 && endedAt ? pdfExpiry(endedAt) : null,
  }
}

async function resultsOf(
  services: Pick<Services, 'storage' | 'signedUrls'>,
  { batchId, output, name, rowsCompleted, files, endedAt }: Batch,
): Promise<ResultFile[]> {
  if (endedAt === null || rowsCompleted === 0 || pdfExpiry(endedAt).getTime() <= Date.now()) return []
  const base = fileNameOf(name.replace(/\.\w{1,5}$/, '')).slice(0, -'.pdf'.length)
  if (output === 'zip') {
    const fileName = `${base}.zip`
    return [{ url: services.signedUrls.sign({ fileId: batchId, fileName }, pdfExpiry(endedAt)), fileName }]
  }
  return await Promise.all(
    (files ?? []).map(async ({ fileId }, index) => {
      const fileName = files?.length === 1 ? `${base}.pdf` : `${base}-${index + 1}.pdf`
      return { url: await pdfUrl(services, { fileId, templateName: base, fileName }, endedAt), fileName }
    }),
  )
}

/**
 * Opens the ZIP of a batch with a PDF per row. It is written while it is read, from the stored PDFs, so that neither
 * memory nor storage holds it. The stream fails when a PDF cannot be read.
 * @throws {Refusal} `not-found` when the batch has no PDFs.
 */
export async function openZip(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  batchId: string,
): Promise<{ stream: Readable; size: undefined }> {
  const files = await Array.fromAsync(rowFiles(database, batchId))
  if (files.length === 0) throw new Refusal('not-found', 'This ZIP is no longer stored.')
  const zip = new ZipFile()
  const stream = zip.outputStream as PassThrough
  // The service process ends at an error without a listener. A reader gets the error also when it begins later.
  stream.on('error', () => {})
  zip.on('error', (error: Error) => stream.destroy(error))
  for (const { fileId, fileName, size, completedAt } of files) {
    zip.addReadStreamLazy(
      fileName,
      { compress: false, size, mtime: completedAt },
      (done) => void openObject(storage, pdfKey(fileId), stream, (object) => done(null, object)),
    )
  }
  // Its size is not sent: the size that yazl 3.3.1 predicts is wrong if the directory has more than 64 KB.
  zip.end()
  return { stream, size: undefined }
}

/**
 * Opens an object for an output, unless the output has ended. The output fails if the object cannot be read to its end.
 * The object is closed when the output ends early.
 */
async function openObject(
  storage: Services['storage'],
  key: string,
  output: PassThrough,
  use: (object: Readable) => void,
): Promise<void> {
  if (output.destroyed) return
  const opened = await storage.readStream(key).catch((error: Error) => void output.destroy(error))
  if (!opened) {
    output.destroy(new Error('A PDF of a batch is not in the object store'))
    return
  }
  const { stream } = opened
  stream.on('error', (error) => output.destroy(error))
  if (output.destroyed) {
    stream.destroy()
    return
  }
  const close = () => stream.destroy()
  output.once('close', close)
  stream.once('close', () => output.off('close', close))
  use(stream)
}

async function* rowFiles(database: Database, batchId: string): AsyncGenerator<RowFile> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listRowFiles(database, batchId, { cursor, limit: ROWS_AT_ONCE })
    yield* page.rows
    cursor = page.nextCursor
  }
}

/** Streams the failed rows of a batch as CSV: the columns of the file, and the error of each row. */
export async function* streamFailedRows(
  database: Database,
  { batchId, columns }: Pick<Batch, 'batchId' | 'columns'>,
): AsyncGenerator<string> {
  yield csvLine([...columns, columns.includes(ERROR_COLUMN) ? `platen_${ERROR_COLUMN}` : ERROR_COLUMN])
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listFailedRows(database, batchId, { cursor, limit: ROWS_AT_ONCE })
    yield page.rows
      .map(({ cells, error }) => csvLine([...columns.map((_, at) => cells[at] ?? ''), error]))
      .join('')
    cursor = page.nextCursor
  }
}
