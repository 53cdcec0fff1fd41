// The functions that run in threads. Their input comes from documents and XML of callers and is not trusted.

import { Refusal } from '@platen/template/refusal'
import { lowerOwnPriority, refusalAsData, type RefusalData } from '../scheduling/in-thread.ts'
import { assemblePdf } from './assemble.ts'
import { ConformanceError } from './finish/conformance.ts'
import type { PdfFinish } from './finish/finish.ts'

lowerOwnPriority()

type PrintedPdfs = 'watermarkPdf' | 'signaturePdf'
/** Additions as a thread receives them: a `Buffer` arrives as a `Uint8Array`. */
type Transferred = Omit<PdfFinish, PrintedPdfs> & { [Name in PrintedPdfs]?: Uint8Array | undefined }

/** Runs `assemblePdf` in a thread. */
export function assemble(task: {
  parts: Uint8Array[]
  finish?: Transferred | undefined
}): Uint8Array | RefusalData {
  const { parts, finish } = task
  return refusalAsData(() => {
    try {
      const received = finish && {
        ...finish,
        watermarkPdf: finish.watermarkPdf && bufferOn(finish.watermarkPdf),
        signaturePdf: finish.signaturePdf && bufferOn(finish.signaturePdf),
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
