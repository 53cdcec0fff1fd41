// The functions that run in threads. Their input comes from documents and XML of callers and is not trusted.

import { Refusal } from '@platen/template/refusal'
import { lowerOwnPriority, refusalAsData, type RefusalData } from '../scheduling/in-thread.ts'
import { assemblePdf } from './assemble.ts'
import { ConformanceError } from './finish/conformance.ts'
import type { PdfFinish } from './finish/finish.ts'

lowerOwnPriority()

/** Runs `assemblePdf` in a thread. */
export function assemble(task: {
  parts: Uint8Array[]
  finish?: (Omit<PdfFinish, 'watermarkPdf'> & { watermarkPdf?: Uint8Array | undefined }) | undefined
}): Uint8Array | RefusalData {
  const { parts, finish } = task
  return refusalAsData(() => {
    try {
      const received = finish && {
        ...finish,
        watermarkPdf: finish.watermarkPdf && bufferOn(finish.watermarkPdf),
      }
      return assemblePdf(parts.map(bufferOn), received)
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error
      throw new Refusal('invalid', `The document cannot be converted to ${error.standard}.`, {
        detail: error.message,
      })
    }
  })
}

function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
