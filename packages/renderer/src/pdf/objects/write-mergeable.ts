import type { PdfObject } from './read.ts'
import type { NumberedObjects } from './write.ts'

/**
 * Writes a PDF in the form in which Chromium writes it, so that `readPdf` can open it and it can be merged again. It is
 * an intermediate result: `writePdf` writes a fraction of its bytes.
 */
export function writeMergeablePdf(
  objects: NumberedObjects,
  roots: { catalog: number; info: number },
): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let offset = chunks[0]?.length ?? 0
  const offsets = new Map<number, number>()
  for (const [number, object] of objects) {
    const chunk = serialised(number, object)
    offsets.set(number, offset)
    offset += chunk.length
    chunks.push(chunk)
  }
  let size = 0
  for (const number of objects.keys()) size = Math.max(size, number + 1)
  const rows = Array.from({ length: size }, (_, number) => {
    const at = offsets.get(number)
    return at === undefined ? FREE : `${String(at).padStart(10, '0')} 00000 n \n`
  })
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n${rows.join('')}trailer\n` +
        `<</Size ${size}\n/Root ${roots.catalog} 0 R\n/Info ${roots.info} 0 R>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

const FREE = '0000000000 65535 f \n'

function serialised(number: number, { text, stream }: PdfObject): Buffer {
  const head = Buffer.from(`${number} 0 obj\n${text}`, 'latin1')
  if (!stream) return Buffer.concat([head, Buffer.from('\nendobj\n')])
  return Buffer.concat([head, Buffer.from(' stream\n'), stream, Buffer.from('\nendstream\nendobj\n')])
}
