/** Objects of a PDF from number 1 on: their text and, optionally, their stream. */
type Objects = { text: string; stream?: Buffer }[]

/** A PDF as Chromium's Skia writes it: a classic cross-reference table, and a space before each stream. */
function pdfOf(objects: Objects, info: string): Buffer {
  const all = [...objects, { text: info }]
  const chunks = [Buffer.from('%PDF-1.4\n')]
  let offset = chunks[0]?.length ?? 0
  const entries = ['0000000000 65535 f \n']
  for (const [index, { text, stream }] of all.entries()) {
    const head = Buffer.from(`${index + 1} 0 obj\n${text}${stream ? ' stream\n' : ''}`, 'latin1')
    const chunk = Buffer.concat([
      head,
      stream ?? Buffer.alloc(0),
      Buffer.from(stream ? '\nendstream\nendobj\n' : '\nendobj\n'),
    ])
    entries.push(`${String(offset).padStart(10, '0')} 00000 n \n`)
    chunks.push(chunk)
    offset += chunk.length
  }
  const trailer = `trailer\n<</Size ${all.length + 1}\n/Root 1 0 R\n/Info ${all.length} 0 R>>\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(`xref\n0 ${all.length + 1}\n${entries.join('')}${trailer}`)])
}

const CONTENT = Buffer.from('q\n0 0 100 100 re\nW n\nQ\n')
const INFO = '<</Title (A title)>>'

/** A document with one sheet, tags from number 6 on, and `more` objects after them. */
function sheetWith(options: {
  tags?: string[]
  /** Tags without a parent. */
  outermost?: number
  more?: Objects
  resources?: string
  info?: string
  content?: Buffer
}): Buffer {
  const { tags = [], more = [], resources = '<<>>', info = INFO, content = CONTENT } = options
  const kids = Array.from({ length: options.outermost ?? tags.length }, (_, index) => `${6 + index} 0 R`)
  return pdfOf(
    [
      { text: `<</Type /Catalog\n/Pages 2 0 R${tags.length > 0 ? '\n/StructTreeRoot 5 0 R' : ''}>>` },
      { text: '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>' },
      {
        text: `<</Type /Page\n/Resources ${resources}\n/MediaBox [0 0 595 842]\n/Contents 4 0 R\n/Parent 2 0 R>>`,
      },
      { text: `<</Length ${content.length}>>`, stream: content },
      {
        text: `<</Type /StructTreeRoot\n/K [${kids.join(' ')}]\n/ParentTree <</Nums []>>\n/ParentTreeNextKey 0>>`,
      },
      ...tags.map((text) => ({ text })),
      ...more,
    ],
    info,
  )
}

const tag = (entries: string) => `<</Type /StructElem\n/S /Figure${entries}\n/P 5 0 R\n/Pg 3 0 R\n/K 0>>`

/** PDFs of size `n`, each with a feature that is slow for inefficient readers. */
export const LARGE_PDFS: Record<string, (n: number) => Buffer> = {
  'a description that looks like an attribute': (n) =>
    sheetWith({ tags: [tag(`\n/Alt (${'/Headers ['.repeat(n / 10)})`)] }),
  'many such descriptions': (n) =>
    sheetWith({
      tags: Array.from({ length: n / 1_000 }, () => tag(`\n/Alt (${'/Headers [/ID (a\\)'.repeat(50)})`)),
    }),
  'attributes that open others': (n) =>
    sheetWith({ tags: [tag(`\n/A [${'[<</O /Table>>] '.repeat(n / 16)}]`)] }),
  'many tags': (n) => sheetWith({ tags: Array.from({ length: n / 80 }, () => tag('')) }),
  'tags within tags': (n) => {
    const depth = Math.min(1_000, n / 80)
    const within = Array.from(
      { length: depth },
      (_, index) => `<</Type /StructElem\n/S /Div\n/P 5 0 R\n/K ${7 + index} 0 R>>`,
    )
    return sheetWith({ tags: [...within, tag('')], outermost: 1 })
  },
  'a long title': (n) => sheetWith({ info: `<</Title (${'a'.repeat(n)})>>` }),
  'a long title of parentheses': (n) => sheetWith({ info: `<</Title (${'\\('.repeat(n / 2)})>>` }),
  'a long title in hexadecimal': (n) => sheetWith({ info: `<</Title <FEFF${'00E9'.repeat(n / 4)}>>>` }),
  'many pictures of one size': (n) => {
    const numbers = Array.from({ length: n / 80 }, (_, index) => 6 + index)
    return sheetWith({
      resources: `<</XObject <<${numbers.map((number) => `/X${number} ${number} 0 R`).join('\n')}>>>>`,
      more: numbers.map((number) => {
        const stream = Buffer.alloc(4)
        stream.writeUInt32BE(number)
        return { text: '<</Type /XObject\n/Subtype /Image\n/Length 4>>', stream }
      }),
    })
  },
  'text that shows no glyphs': (n) => sheetWith({ content: Buffer.from(`<${'0000'.repeat(n / 4)}`) }),
  'open brackets': (n) => sheetWith({ content: Buffer.from('<'.repeat(n)) }),
  'clips that are none': (n) => sheetWith({ content: Buffer.from('\nW   '.repeat(n / 5)) }),
}

/** A document of `n` sheets. */
export function manySheets(n: number): Buffer {
  const numbers = Array.from({ length: n }, (_, index) => 4 + index)
  return pdfOf(
    [
      { text: '<</Type /Catalog\n/Pages 2 0 R>>' },
      {
        text: `<</Type /Pages\n/Count ${n}\n/Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
      },
      { text: '<</Length 2>>', stream: Buffer.from('q\n') },
      ...numbers.map(() => ({
        text: '<</Type /Page\n/Resources <<>>\n/MediaBox [0 0 595 842]\n/Contents 3 0 R\n/Parent 2 0 R>>',
      })),
    ],
    INFO,
  )
}
