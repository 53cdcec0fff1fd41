// The functions that run in the threads of threads.ts. What they read was made of callers' documents and XML.

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Refusal } from '../../errors.ts'
import { assemblePdf } from './assemble.ts'
import { NotArchivable } from './conformance.ts'
import { readInvoice, type Profile } from './invoice-xml.ts'
import type { Invoice, PdfOptions } from './options.ts'

/** A refusal as plain data: errors lose their class on the way between threads. */
export interface Refused {
  refused: { message: string; detail?: string }
}

/** Of a busy processor a third of what the thread of the event loop gets. */
const NICE = 5
lowerOwnPriority()

/** `assemblePdf` in a thread. */
export function assemble(task: {
  parts: Uint8Array[]
  finish?: { options: PdfOptions; mark?: Uint8Array | undefined } | undefined
}): Uint8Array | Refused {
  const { parts, finish } = task
  return orRefused(() =>
    assemblePdf(parts.map(bufferOn), finish && { ...finish, mark: finish.mark && bufferOn(finish.mark) }),
  )
}

/** `readInvoice` in a thread. */
export function readInvoiceXml({ xml, profile }: { xml: Uint8Array; profile: Profile }): Invoice | Refused {
  return orRefused(() => readInvoice(bufferOn(xml), profile))
}

function orRefused<Result>(work: () => Result): Result | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotArchivable)
      return { refused: { message: 'The document cannot be made PDF/A-3b.', detail: error.message } }
    if (error instanceof Refusal) return { refused: { message: error.message } }
    throw error
  }
}

function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** To Linux each thread has a priority of its own. Elsewhere all threads of a process share one, which stays. */
function lowerOwnPriority(): void {
  try {
    const [, thread] = readlinkSync('/proc/thread-self').split('/task/')
    if (thread !== undefined) setPriority(Number(thread), NICE)
  } catch {
    // There is no /proc.
  }
}
