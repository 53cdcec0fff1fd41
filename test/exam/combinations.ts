/** Standard that a validator checks. */
export type Standard = '3b' | '3a' | 'ua1'

/** Options of a call, with the standards that the PDF must conform to. */
export interface Combination {
  name: string
  options: object
  standards: readonly Standard[]
}

/** Options for the standards, alone and together. */
export const STANDARDS: readonly Combination[] = [
  { name: '3b', options: { pdfa: '3b' }, standards: ['3b'] },
  // A document of level A has the structure that PDF/UA-1 requires.
  { name: '3a', options: { pdfa: '3a' }, standards: ['3a', 'ua1'] },
  { name: 'ua', options: { pdfua: true }, standards: ['ua1'] },
  { name: '3b-ua', options: { pdfa: '3b', pdfua: true }, standards: ['3b', 'ua1'] },
  { name: '3a-ua', options: { pdfa: '3a', pdfua: true }, standards: ['3a', 'ua1'] },
]

const SEAL = { certificate: 'seal', level: 'B-B', reason: 'Geprüft (ok)', location: 'Wien' }

/** Options that change the objects of a PDF. */
const CONTENTS: Record<string, object> = {
  plain: {},
  full: {
    watermark: { text: 'ENTWURF 10:30 +3-4 (A) 2x3 草稿 مسودة 😀', opacity: 0.4 },
    attachments: [{ name: 'Größe 日本.csv', content: 'YSxi', mimeType: 'text/csv', relationship: 'Source' }],
    metadata: {
      title: 'Titel',
      author: 'Ada & Söhne',
      subject: 'Exam',
      keywords: ['a', 'b'],
      language: 'de-AT',
      createdAt: '2026-11-20T12:00:00Z',
    },
  },
  behind: { watermark: { text: 'Copy', layer: 'behind' } },
}

/** Signatures: none, invisible and visible. */
const SIGNATURES: Record<string, object> = {
  unsigned: {},
  signed: { sign: SEAL },
  visible: { sign: { ...SEAL, visible: { width: 80, height: 30, left: 0, top: 0 } } },
}

/** Every combination of a standard, a content and a signature. */
export const COMBINATIONS: readonly Combination[] = STANDARDS.flatMap(({ name, options, standards }) =>
  Object.entries(CONTENTS).flatMap(([content, ofContent]) =>
    Object.entries(SIGNATURES).map(([signature, ofSignature]) => ({
      name: `${name}-${content}-${signature}`,
      options: { ...options, ...ofContent, ...ofSignature },
      standards,
    })),
  ),
)

/** Combinations in which each value of each option occurs with each standard. */
export const MAIN_COMBINATIONS = COMBINATIONS.filter(({ name }) =>
  /-(?:\w+-unsigned|full-signed|behind-visible)$/.test(name),
)

/** Combinations with selected sheets, which an e-invoice must not have. */
export const SELECTED_SHEETS: readonly Combination[] = STANDARDS.map(({ name, options, standards }) => ({
  name: `${name}-sheets`,
  options: { ...options, ...CONTENTS['behind'], pageRanges: '1' },
  standards,
}))

/** Difficult documents that PDF/UA-1 and level A refuse, with the reason in the error. */
export const REFUSED: Record<string, RegExp> = {
  transparency: /drawn twice, as with the CSS property mask-image/,
  colours: /no alternative text/,
  links: /<h2> follows no other heading/,
  forms: /no alternative text/,
  nested: /no text and no image with a tag/,
  nothing: /no title/,
}
