import type { Transferable } from 'node:worker_threads'
import { assemblePdf } from './assemble.ts'
import type { Finish } from './finish/finish.ts'
import type * as functions from './thread.ts'
import { createThreads, type ThreadAccount, type Threads } from '../scheduling/threads.ts'

/** Assembles PDFs without holding up the event loop: large ones in threads. */
export interface Assembler {
  /**
   * As `assemblePdf`. The parts are handed over and may not be used again.
   * @throws {Refusal} `invalid` for a document that was to be PDF/A and cannot be.
   * @throws an Error that says what is wrong with a part, or that `signal` has ended it.
   */
  assemble(parts: Buffer[], account: ThreadAccount, signal: AbortSignal, finish?: Finish): Promise<Buffer>
}

/** Below this it takes up to 10 ms, for whatever is in the parts; handing it to a thread and back takes as long. */
const AT_ONCE_BYTES_MAX = 200_000

/** Threads for work on PDFs and their XML. */
export type PdfThreads = Threads<typeof functions>

/** The tags of a 50 MB document need about 400 MB. */
const HEAP_MB = 1_024

/** @param count how many work at the same time for one account. */
export function createPdfThreads(count: number): PdfThreads {
  return createThreads(new URL('thread.ts', import.meta.url), { count, heapMb: HEAP_MB })
}

/** Assembles large PDFs in `threads`. */
export function createAssembler(threads: PdfThreads): Assembler {
  return {
    async assemble(parts, account, signal, finish) {
      const bytes = parts.reduce((sum, part) => sum + part.length, finish ? lengthOf(finish) : 0)
      // The streams of what is archived are unpacked, to any size.
      if (bytes <= AT_ONCE_BYTES_MAX && !finish?.options.isArchive) return assemblePdf(parts, finish)
      // Small buffers share one that Node keeps; it cannot be handed over.
      const owned = parts.map((part) =>
        part.length === part.buffer.byteLength ? part : new Uint8Array(part),
      )
      const pdf = await threads.run(
        'assemble',
        { parts: owned, finish },
        account,
        signal,
        transferable(owned),
      )
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    },
  }
}

function transferable(parts: Uint8Array[]): Transferable[] {
  return parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

/** Characters and bytes of what is added. */
function lengthOf({ options, mark }: Finish): number {
  return (options.attachments ?? []).reduce((sum, { content }) => sum + content.length, mark?.length ?? 0)
}
