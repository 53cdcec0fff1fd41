import { type Document, list, record, textOf, within } from './objects.ts'

/** One requirement of ISO 19005-3, by its clause, and what in a document is against it. */
export interface Check {
  clause: string
  requires: string
  problems: (document: Document) => string[]
}

const where = (holds: boolean, what = 'it is not so') => (holds ? [] : [what])

/** What is required of the file and of its objects, whatever they draw. */
export const FILE_CHECKS: Check[] = [
  {
    clause: '6.1.2',
    requires: 'a header %PDF-1.n, and a comment with four bytes above 127',
    problems: ({ pdf }) => where(/^%PDF-1\.[0-7]\n%[\x80-\xff]{4,}\n/.test(pdf.toString('latin1', 0, 20))),
  },
  {
    clause: '6.1.3',
    requires: 'an ID, no encryption, and nothing after the end',
    problems: ({ pdf, trailer }) => [
      ...where(list(trailer['/ID']).length === 2, 'no ID'),
      ...where(trailer['/Encrypt'] === undefined, 'encrypted'),
      ...where(/%%EOF\n?$/.test(pdf.toString('latin1', pdf.length - 8)), 'more after the end'),
    ],
  },
  {
    clause: '6.1.7',
    requires: 'streams in the file itself, packed in ways that are not LZW or Crypt',
    problems: ({ objects }) =>
      objects.flatMap(({ reference, value, data }) => {
        const { '/F': file, '/FFilter': filter, '/Filter': own } = record(value)
        if (data === undefined) return []
        return where(
          file === undefined && filter === undefined && !/LZW|Crypt/.test(JSON.stringify(own ?? '')),
          reference,
        )
      }),
  },
  {
    clause: '6.1.9',
    requires: 'objects that begin and end on lines of their own',
    problems: ({ pdf }) => {
      const text = pdf.toString('latin1')
      const [starts, ends] = [text.match(/^\d+ 0 obj\n/gm) ?? [], text.match(/\nendobj\n/g) ?? []]
      return where(starts.length > 0 && starts.length === ends.length, `${starts.length} and ${ends.length}`)
    },
  },
  {
    clause: '6.1.13',
    requires: 'numbers, strings, names and counts within limits, and sheets of 3 to 14,400 points',
    problems: ({ objects, pages, resolve }) => [
      ...where(objects.length <= 8_388_607, 'too many objects'),
      ...objects.flatMap(({ reference, value }) =>
        Array.from(within(value)).flatMap((part) =>
          where(isWithinLimits(part), `${reference}: ${String(part).slice(0, 60)}`),
        ),
      ),
      ...pages.flatMap((page) => {
        const [left = 0, bottom = 0, right = 0, top = 0] = list(resolve(page['/MediaBox'])).map(Number)
        const sides = [right - left, top - bottom]
        return where(
          Math.min(...sides) >= 3 && Math.max(...sides) <= 14_400,
          `a sheet of ${sides.join(' by ')}`,
        )
      }),
    ],
  },
  {
    clause: '6.2.3',
    requires: 'one output intent for PDF/A with an ICC profile for RGB',
    problems: ({ catalog, resolve, entries, dataOf }) => {
      const intents = list(resolve(catalog['/OutputIntents'])).map(entries)
      const [intent = {}] = intents
      const profile = intent['/DestOutputProfile']
      return [
        ...where(intents.length === 1 && intent['/S'] === '/GTS_PDFA1', 'no single intent'),
        ...where(textOf(intent['/OutputConditionIdentifier']) !== undefined, 'no name'),
        ...where(entries(profile)['/N'] === 3, 'not of three components'),
        ...profileProblems(dataOf(profile), ['prtr', 'mntr']),
      ]
    },
  },
  {
    clause: '6.3',
    requires: 'annotations of allowed kinds, which are printed',
    problems: ({ objects }) =>
      objects.flatMap(({ reference, value }) => {
        const { '/Type': type, '/Subtype': subtype, '/F': flags } = record(value)
        if (type !== '/Annot') return []
        return where(
          subtype === '/Link' && typeof flags === 'number' && (flags & 0b1_0010_0111) === 0b100,
          reference,
        )
      }),
  },
  {
    clause: '6.4, 6.9, 6.10, 6.11',
    requires:
      'no forms, layers, presentations or requirements, and no actions of documents and pages (6.5.2)',
    problems: ({ catalog, pages, entries }) => [
      ...[
        '/AcroForm',
        '/OCProperties',
        '/Requirements',
        '/AA',
        '/NeedsRendering',
        '/Perms',
        '/OpenAction',
      ].flatMap((key) => where(catalog[key] === undefined, key)),
      ...where(entries(catalog['/Names'])['/AlternatePresentations'] === undefined, 'a presentation'),
      ...pages.flatMap((page) =>
        where(page['/AA'] === undefined && page['/PresSteps'] === undefined, 'a page'),
      ),
    ],
  },
  {
    clause: '6.5.1',
    requires: 'no actions but those that lead somewhere',
    problems: ({ objects, entries }) =>
      objects.flatMap(({ reference, value }) => {
        const action = record(value)['/A']
        if (record(value)['/Type'] !== '/Annot' || action === undefined) return []
        return where(['/URI', '/GoTo'].includes(String(entries(action)['/S'])), reference)
      }),
  },
  {
    clause: '6.8',
    requires: 'files with a type, both names, a relationship, and a place in the document',
    problems: ({ objects, catalog, resolve, entries }) =>
      objects.flatMap(({ reference, value }) => {
        const file = record(value)
        if (file['/Type'] !== '/Filespec') return []
        const embedded = entries(entries(file['/EF'])['/F'])
        const parameters = entries(embedded['/Params'])
        return [
          ...where(
            /^\/[-\w+.]+\/[-\w+.]+$/.test(String(embedded['/Subtype'])),
            `${reference}: ${String(embedded['/Subtype'])}`,
          ),
          ...where(
            textOf(file['/F']) !== undefined && textOf(file['/UF']) !== undefined,
            `${reference}: a name`,
          ),
          ...where(
            ['/Source', '/Data', '/Alternative', '/Supplement', '/Unspecified'].includes(
              String(file['/AFRelationship']),
            ),
            `${reference}: the relationship`,
          ),
          ...where(
            list(resolve(catalog['/AF'])).includes(reference),
            `${reference}: associated with nothing`,
          ),
          ...where(textOf(parameters['/ModDate']) !== undefined, `${reference}: its time`),
        ]
      }),
  },
]

/** What is wrong with an ICC profile (6.2.3, 6.2.4.2). */
export function profileProblems(profile: Buffer | undefined, classes: string[]): string[] {
  if (!profile) return ['no profile']
  const at = (offset: number) => profile.toString('latin1', offset, offset + 4)
  return [
    ...where(profile.readUInt32BE(0) === profile.length, 'a profile whose length is another one'),
    ...where(at(36) === 'acsp', 'no profile'),
    ...where((profile[8] ?? 5) < 5, 'a profile of version 5'),
    ...where(classes.includes(at(12)), `a profile of class ${at(12)}`),
    ...where(['RGB ', 'GRAY'].includes(at(16)), `a profile for ${at(16)}`),
  ]
}

function isWithinLimits(value: unknown): boolean {
  if (typeof value === 'number')
    return Math.abs(value) <= (Number.isInteger(value) ? 2_147_483_647 : 3.403e38)
  if (typeof value !== 'string') return true
  const text = textOf(value)
  if (text !== undefined)
    return Buffer.byteLength(text, 'utf16le') + 2 <= 32_767 || /^[\x20-\x7e]{0,32767}$/.test(text)
  return !value.startsWith('/') || Buffer.byteLength(value) - 1 <= 127
}
