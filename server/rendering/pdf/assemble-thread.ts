import { assemblePdf } from './assemble.ts'

/** What a thread of the assembler does. */
export default function assembleInThread(parts: Uint8Array[]): Buffer {
  return assemblePdf(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  )
}
