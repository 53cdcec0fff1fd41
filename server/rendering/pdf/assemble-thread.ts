import { assemblePdf } from './assemble.ts'
import { NotArchivable } from './conformance.ts'
import type { Finish } from './finish.ts'

/** What a thread of the assembler is handed. */
export interface Task {
  parts: Uint8Array[]
  finish?: (Omit<Finish, 'mark'> & { mark?: Uint8Array | undefined }) | undefined
}

/** What a thread of the assembler does. @returns the PDF, or why it cannot be what it was to be: errors lose their class on the way. */
export default function assembleInThread({ parts, finish }: Task): Uint8Array | string {
  try {
    return assemblePdf(
      parts.map(bufferOn),
      finish && { ...finish, mark: finish.mark && bufferOn(finish.mark) },
    )
  } catch (error) {
    if (error instanceof NotArchivable) return error.message
    throw error
  }
}

function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
