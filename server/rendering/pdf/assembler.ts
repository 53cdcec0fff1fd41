import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { Refusal } from '../../errors.ts'
import { assemblePdf } from './assemble.ts'
import type { Task } from './assemble-thread.ts'
import { NotArchivable } from './conformance.ts'
import type { Finish } from './finish.ts'

/** Assembles PDFs without keeping anybody waiting: large ones in threads of their own. */
export interface Assembler extends AsyncDisposable {
  /**
   * As `assemblePdf`. The parts are handed over and may not be used again.
   * @throws {Refusal} `invalid` for what was to be PDF/A and cannot be.
   * @throws an Error that says what is wrong with a part, or that `signal` has ended it.
   */
  assemble(parts: Buffer[], signal: AbortSignal, finish?: Finish): Promise<Buffer>
}

/** Below this it takes less than handing it to a thread and back would. */
const AT_ONCE_BYTES_MAX = 200_000
/** What is archived is unpacked and looked through. */
const ARCHIVED_AT_ONCE_BYTES_MAX = 50_000
/** The tags of a 50 MB document need about 400 MB. */
const HEAP_MB = 1_024

/** @param threads how many work at the same time; each is started when it is first needed. */
export function createAssembler(threads: number): Assembler {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('assemble-thread.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: {},
  })
  return {
    async assemble(parts, signal, finish) {
      const bytes = parts.reduce((sum, part) => sum + part.length, finish ? lengthOf(finish) : 0)
      const most = finish?.options.isArchive ? ARCHIVED_AT_ONCE_BYTES_MAX : AT_ONCE_BYTES_MAX
      if (bytes <= most) return atOnce(parts, finish)
      // Small buffers share one that Node keeps; it cannot be handed over.
      const owned = parts.map((part) =>
        part.length === part.buffer.byteLength ? part : new Uint8Array(part),
      )
      const task = { parts: owned, finish } satisfies Task
      const pdf: Uint8Array | string = await pool.run(task, { signal, transferList: transferable(owned) })
      if (typeof pdf === 'string') throw notArchivable(pdf)
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

function transferable(parts: Uint8Array[]): Transferable[] {
  return parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

/** Characters and bytes of what is added. */
function lengthOf({ options, mark }: Finish): number {
  return (options.attachments ?? []).reduce((sum, { content }) => sum + content.length, mark?.length ?? 0)
}

function atOnce(parts: Buffer[], finish: Finish | undefined): Buffer {
  try {
    return assemblePdf(parts, finish)
  } catch (error) {
    throw error instanceof NotArchivable ? notArchivable(error.message) : error
  }
}

function notArchivable(reason: string): Refusal {
  return new Refusal('invalid', 'The document cannot be made PDF/A-3b.', { detail: reason })
}
