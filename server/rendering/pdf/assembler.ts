import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { assemblePdf } from './assemble.ts'

/** Assembles PDFs without keeping anybody waiting: large ones in threads of their own. */
export interface Assembler extends AsyncDisposable {
  /**
   * As `assemblePdf`. The parts are handed over and may not be used again.
   * @throws an Error that says what is wrong with a part, or that `signal` has ended it.
   */
  assemble(parts: Buffer[], signal: AbortSignal): Promise<Buffer>
}

/** Below this it takes less than handing it to a thread and back would. */
const AT_ONCE_BYTES_MAX = 200_000
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
    async assemble(parts, signal) {
      const bytes = parts.reduce((sum, part) => sum + part.length, 0)
      if (bytes <= AT_ONCE_BYTES_MAX) return assemblePdf(parts)
      // Small buffers share one that Node keeps; it cannot be handed over.
      const owned = parts.map((part) =>
        part.length === part.buffer.byteLength ? part : new Uint8Array(part),
      )
      const pdf: Uint8Array = await pool.run(owned, { signal, transferList: transferable(owned) })
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

function transferable(parts: Uint8Array[]): Transferable[] {
  return parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}
