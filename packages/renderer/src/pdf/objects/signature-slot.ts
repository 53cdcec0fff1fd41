/** Position of the value of /Contents in a PDF with a signature field: `<`, the hexadecimal digits, `>`. */
interface SignatureSlot {
  start: number
  end: number
}

const CONTENTS = '/Contents '
const BYTE_RANGE = '/ByteRange ['
/** Width of three numbers of up to ten digits. */
const BYTE_RANGE_LENGTH = 36
/** The signature dictionary is one of the first two objects, and both entries are at its beginning. */
const SEARCHED_BYTES = 512

/** Returns the first entries of a signature dictionary, with a placeholder for a signature. @param bytes size of the placeholder. */
export function emptySignature(bytes: number): string {
  return `${BYTE_RANGE}${'0'.padEnd(BYTE_RANGE_LENGTH)}] ${CONTENTS}<${'0'.repeat(2 * bytes)}>`
}

/** Writes the range of signed bytes into a PDF: everything but the value of /Contents. */
export function setByteRange(pdf: Buffer): void {
  const { start, end } = slotOf(pdf)
  const at = pdf.subarray(0, SEARCHED_BYTES).indexOf(BYTE_RANGE) + BYTE_RANGE.length
  pdf.write(`0 ${start} ${end} ${pdf.length - end}`.padEnd(BYTE_RANGE_LENGTH), at, 'latin1')
}

/** Returns the parts of a PDF that a signature covers. They share memory with the PDF. */
export function signedParts(pdf: Buffer): Buffer[] {
  const { start, end } = slotOf(pdf)
  return [pdf.subarray(0, start), pdf.subarray(end)]
}

/**
 * Writes a signature into the placeholder of a PDF.
 * @throws {RangeError} when the signature is larger than the placeholder.
 */
export function fillSignature(pdf: Buffer, signature: Buffer): void {
  const { start, end } = slotOf(pdf)
  const capacity = (end - start - 2) / 2
  if (signature.length > capacity)
    throw new RangeError(`The signature has ${signature.length} bytes. The placeholder has ${capacity}`)
  pdf.write(signature.toString('hex'), start + 1, 'latin1')
}

function slotOf(pdf: Buffer): SignatureSlot {
  const start = pdf.subarray(0, SEARCHED_BYTES).indexOf(`${CONTENTS}<`) + CONTENTS.length
  const end = pdf.indexOf('>', start) + 1
  if (start < CONTENTS.length || end === 0) throw new Error('The PDF has no signature field')
  return { start, end }
}
