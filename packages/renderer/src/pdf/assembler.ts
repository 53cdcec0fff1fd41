import type { Transferable } from 'node:worker_threads'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { assemblePdf } from './assemble.ts'
import type { PdfFinish } from './finish/finish.ts'
import type * as functions from './thread.ts'
import { programFile } from '../programs.ts'
import { createThreads, type ThreadAccount, type Threads } from '../scheduling/threads.ts'

/** Assembles PDFs without blocking the event loop: large ones in threads. */
export interface Assembler {
  /**
   * Assembles PDFs as `assemblePdf` does. The parts are transferred and may not be used afterwards.
   * @throws {Refusal} `invalid` when PDF/A was requested and the document does not conform, or the box of a signature
   * is not on a sheet.
   * @throws {Error} when a part is not a PDF as Chromium writes it, or `signal` aborts.
   */
  assemble(parts: Buffer[], account: ThreadAccount, signal: AbortSignal, finish?: PdfFinish): Promise<Buffer>
  /**
   * Merges PDFs into one that `assemble` can merge with others. The parts are transferred and may not be used
   * afterwards.
   */
  combine(parts: Buffer[], account: ThreadAccount, signal: AbortSignal): Promise<Buffer>
  /**
   * Splits a PDF after the given numbers of sheets, and finishes each part. The PDF is transferred and may not be used
   * afterwards.
   * @throws as `assemble`.
   */
  split(
    pdf: Buffer,
    sheets: readonly number[],
    account: ThreadAccount,
    signal: AbortSignal,
    finish?: PdfFinish,
  ): Promise<Buffer[]>
}

/** Largest input that is assembled on the event loop. It takes up to 10 ms, as long as the transfer to a thread and back. */
const INLINE_BYTES_MAX = 200_000

/** Threads for work on PDFs and their XML. */
export type PdfThreads = Threads<typeof functions>

/** Heap of a thread, in MB. The tags of a 50 MB document need about 400 MB. */
const HEAP_MB = 1_024

/** Creates the threads. @param count number of threads that work for one account at the same time. */
export function createPdfThreads(count: number, usage: TenantUsage): PdfThreads {
  return createThreads(programFile(new URL('thread.ts', import.meta.url)), { count, heapMb: HEAP_MB, usage })
}

/** Creates an assembler that uses `threads` for large PDFs. */
export function createAssembler(threads: PdfThreads): Assembler {
  return {
    async assemble(parts, account, signal, finish) {
      const bytes = parts.reduce((sum, part) => sum + part.length, finish ? lengthOf(finish) : 0)
      // For PDF/A every stream is decompressed, to any size.
      if (bytes <= INLINE_BYTES_MAX && !finish?.options.isArchive && !finish?.options.isAccessible)
        return assemblePdf(parts, finish)
      const owned = parts.map(ownedBytes)
      const pdf = await threads.run(
        'assemble',
        { parts: owned, finish },
        account,
        signal,
        transferable(owned),
      )
      return bufferOn(pdf)
    },
    async combine(parts, account, signal) {
      const owned = parts.map(ownedBytes)
      return bufferOn(await threads.run('combine', { parts: owned }, account, signal, transferable(owned)))
    },
    async split(pdf, sheets, account, signal, finish) {
      const owned = ownedBytes(pdf)
      const task = { pdf: owned, sheets, finish }
      const pdfs = await threads.run('split', task, account, signal, transferable([owned]))
      return pdfs.map(bufferOn)
    },
  }
}

/** Returns the bytes as an array that can be transferred: small buffers are slices of Node's shared pool. */
function ownedBytes(part: Buffer): Uint8Array {
  return part.length === part.buffer.byteLength ? part : new Uint8Array(part)
}

function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function transferable(parts: Uint8Array[]): Transferable[] {
  return parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

/** Returns the size of the attachments (characters of base64), and of the watermark and the signature (bytes). */
function lengthOf({ options, watermarkPdf, signaturePdf }: PdfFinish): number {
  return (options.attachments ?? []).reduce(
    (sum, { content }) => sum + content.length,
    (watermarkPdf?.length ?? 0) + (signaturePdf?.length ?? 0),
  )
}
