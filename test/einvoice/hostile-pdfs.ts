const EMBEDDED = '<</EmbeddedFiles 4 0 R>>'

/** Returns a PDF with objects by number. `table` writes what follows them, from the offset of each object. */
function pdfOf(
  objects: Record<number, string>,
  table: (offsets: ReadonlyMap<number, number>, end: number) => string,
): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = new Map<number, number>()
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  return Buffer.from(text + table(offsets, text.length), 'latin1')
}

/** Returns one section of a cross-reference table. */
function section(offsets: ReadonlyMap<number, number>, previous: string): string {
  const entry = (offset: number, kind: string) =>
    `${String(offset).padStart(10, '0')} ${kind === 'f' ? '65535' : '00000'} ${kind} \n`
  const size = Math.max(...offsets.keys()) + 1
  const entries = Array.from({ length: size }, (_, number) =>
    entry(offsets.get(number) ?? 0, offsets.has(number) ? 'n' : 'f'),
  )
  return `xref\n0 ${size}\n${entries.join('')}trailer\n<</Size ${size} /Root 1 0 R ${previous}>>\n`
}

const end = (start: number) => `startxref\n${start}\n%%EOF\n`
const pages = '<</Type /Pages /Count 1 /Kids [3 0 R]>>'
const page = '<</Type /Page /MediaBox [0 0 10 10] /Parent 2 0 R>>'
const plain = { 1: '<</Type /Catalog /Pages 2 0 R>>', 2: pages, 3: page }

/** Returns the sections of a table whose second one starts where the first one ends. */
function twoSections(offsets: ReadonlyMap<number, number>, start: number): string {
  // The offset has ten digits, so that the first section has the same length with any offset.
  const first = section(offsets, '/Prev 0000000000')
  const second = start + first.length
  const cycle = section(offsets, `/Prev ${String(second).padStart(10, '0')}`)
  return `${cycle}${section(offsets, `/Prev ${start}`)}${end(second)}`
}

/** PDFs without an invoice whose structure refers to itself. */
export const LOOPS: Record<string, Buffer> = {
  'a cross-reference table that is its own predecessor': pdfOf(
    plain,
    (offsets, start) => section(offsets, `/Prev ${start}`) + end(start),
  ),
  'two cross-reference tables in a cycle': pdfOf(plain, twoSections),
  'a table with itself as its stream': pdfOf(
    plain,
    (offsets, start) => section(offsets, `/XRefStm ${start}`) + end(start),
  ),
  'an object stream that extends itself and contains itself': pdfOf(
    {
      1: '<</Type /Catalog /Pages 2 0 R /Names 5 0 R>>',
      2: pages,
      3: page,
      4: '<</Type /ObjStm /N 1 /First 4 /Extends 4 0 R /Length 8>>\nstream\n5 0 null\nendstream',
    },
    (offsets, start) => {
      const row = (kind: number, offset: number) => `${hex(kind, 1)}${hex(offset, 4)}${hex(0, 1)}`
      const at = (number: number) => row(1, offsets.get(number) ?? 0)
      const rows = [row(0, 0), at(1), at(2), at(3), row(2, 4), row(2, 4), row(1, start)].join('')
      const dictionary = `/Type /XRef /Size 7 /W [1 4 1] /Root 1 0 R /Filter /ASCIIHexDecode /Prev ${start} /Length ${rows.length + 1}`
      return `6 0 obj\n<<${dictionary}>>\nstream\n${rows}>\nendstream\nendobj\n${end(start)}`
    },
  ),
  'a page tree in a cycle': pdfOf(
    {
      1: '<</Type /Catalog /Pages 2 0 R>>',
      2: '<</Type /Pages /Count 2 /Kids [3 0 R 2 0 R] /Parent 3 0 R>>',
      3: '<</Type /Pages /Count 2 /Kids [2 0 R 3 0 R] /Parent 2 0 R>>',
    },
    (offsets, start) => section(offsets, '') + end(start),
  ),
  'names of attachments in a cycle': pdfOf(
    {
      1: `<</Type /Catalog /Pages 2 0 R /Names ${EMBEDDED}>>`,
      2: pages,
      3: page,
      4: '<</Kids [5 0 R 4 0 R]>>',
      5: '<</Limits [(a) (z)] /Kids [4 0 R 5 0 R]>>',
    },
    (offsets, start) => section(offsets, '') + end(start),
  ),
  'an attachment that is its own specification': pdfOf(
    {
      1: `<</Type /Catalog /Pages 2 0 R /Names ${EMBEDDED}>>`,
      2: pages,
      3: page,
      4: '<</Names [(factur-x.xml) 5 0 R]>>',
      5: '<</Type /Filespec /UF (factur-x.xml) /EF 5 0 R /F 5 0 R>>',
    },
    (offsets, start) => section(offsets, '') + end(start),
  ),
}

function hex(value: number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0')
}
