import { inflateSync } from 'node:zlib'

/** Parts of a PDF at the level B-LT. */
export interface LongTermPdf {
  /** The signed bytes, as they were before the update. */
  signed: Buffer
  certificates: Buffer[]
  ocspResponses: Buffer[]
  revocationLists: Buffer[]
}

/** Reads the document security store of a PDF from its bytes alone: with none of the code that writes it. */
export function readSecurityStore(pdf: Buffer): LongTermPdf {
  const text = pdf.toString('latin1')
  const [, , , second = 0, rest = 0] = (/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(text) ?? []).map(Number)
  const end = second + rest
  const update = text.slice(end)
  const store = /obj\n(<<\/Type \/DSS\n[^>]*>>)/.exec(update)?.[1] ?? ''
  const streamsOf = (key: string) => {
    const list = new RegExp(`${key} \\[([^\\]]*)\\]`).exec(store)?.[1] ?? ''
    return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) =>
      streamAt(pdf, end + startOf(update, `\n${number} 0 obj\n`)),
    )
  }
  return {
    signed: pdf.subarray(0, end),
    certificates: streamsOf('/Certs'),
    ocspResponses: streamsOf('/OCSPs'),
    revocationLists: streamsOf('/CRLs'),
  }
}

function startOf(text: string, head: string): number {
  // The first object follows the end of the signed PDF.
  const at = `\n${text}`.indexOf(head)
  if (at === -1) throw new Error(`The update has no object ${head.trim()}`)
  return at
}

function streamAt(pdf: Buffer, object: number): Buffer {
  const start = pdf.indexOf('stream\n', object) + 'stream\n'.length
  return inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream\n', start)))
}
