// The functions that run in threads. Their input comes from documents and XML of callers and is not trusted.

import { Refusal } from '@platen/template/refusal'
import { lowerOwnPriority, refusalAsData, type RefusalData } from '../scheduling/in-thread.ts'
import { assemblePdf, combinePdfs, splitPdf } from './assemble.ts'
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
  return assembled(() => assemblePdf(task.parts.map(bufferOn), receivedFinish(task.finish)))
}

/** Runs `combinePdfs` in a thread. */
export function combine({ parts }: { parts: Uint8Array[] }): Uint8Array {
  return combinePdfs(parts.map(bufferOn))
}

/** Runs `splitPdf` in a thread. */
export function split(task: {
  pdf: Uint8Array
  sheets: readonly number[]
  finish?: Transferred | undefined
}): Uint8Array[] | RefusalData {
  return assembled(() => splitPdf(bufferOn(task.pdf), task.sheets, receivedFinish(task.finish)))
}

function receivedFinish(finish: Transferred | undefined): PdfFinish | undefined {
  return (
    finish && {
      ...finish,
      watermarkPdf: finish.watermarkPdf && bufferOn(finish.watermarkPdf),
      signaturePdf: finish.signaturePdf && bufferOn(finish.signaturePdf),
    }
  )
}

function assembled<Result>(work: () => Result): Result | RefusalData {
  return refusalAsData(() => {
    try {
      return work()
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
