import { type Document, list, record, textOf, within } from './objects.ts'

/** One requirement of ISO 19005-3, with its clause. */
export interface Check {
  clause: string
  requires: string
  /** Returns the violations in a document. */
  problems: (document: Document) => string[]
}

const require = (holds: boolean, problem = 'not met') => (holds ? [] : [problem])

/** Requirements for the file and its objects. */
export const FILE_CHECKS: Check[] = [
  {
    clause: '6.1.2',
    requires: 'a header %PDF-1.n, and a comment with four bytes above 127',
    problems: ({ pdf }) => require(/^%PDF-1\.[0-7]\n%[\x80-\xff]{4,}\n/.test(pdf.toString('latin1', 0, 20))),
  },
  {
    clause: '6.1.3',
    requires: 'an ID, no encryption, and nothing after the end',
    problems: ({ pdf, trailer }) => [
      ...require(list(trailer['/ID']).length === 2, 'no ID'),
      ...require(trailer['/Encrypt'] === undefined, 'encrypted'),
      ...require(/%%EOF\n?$/.test(pdf.toString('latin1', pdf.length - 8)), 'data after the end'),
    ],
  },
  {
    clause: '6.1.7',
    requires: 'streams within the file, and no filters LZW and Crypt',
    problems: ({ objects }) =>
      objects.flatMap(({ reference, value, data }) => {
        const { '/F': file, '/FFilter': fileFilter, '/Filter': filter } = record(value)
        if (data === undefined) return []
        return require(file === undefined &&
          fileFilter === undefined &&
          !/LZW|Crypt/.test(JSON.stringify(filter ?? '')), reference)
      }),
  },
  {
    clause: '6.1.9',
    requires: 'objects that begin and end on separate lines',
    problems: ({ pdf }) => {
      const text = pdf.toString('latin1')
      const [starts, ends] = [text.match(/^\d+ 0 obj\n/gm) ?? [], text.match(/\nendobj\n/g) ?? []]
      return require(starts.length > 0 &&
        starts.length === ends.length, `${starts.length} and ${ends.length}`)
    },
  },
  {
    clause: '6.1.13',
    requires: 'numbers, strings, names and counts within limits, and sheets of 3 to 14,400 points',
    problems: ({ objects, pages, resolve }) => [
      ...require(objects.length <= 8_388_607, 'too many objects'),
      ...objects.flatMap(({ reference, value }) =>
        Array.from(within(value)).flatMap((part) =>
          require(isWithinLimits(part), `${reference}: ${String(part).slice(0, 60)}`),
        ),
      ),
      ...pages.flatMap((page) => {
        const [left = 0, bottom = 0, right = 0, top = 0] = list(resolve(page['/MediaBox'])).map(Number)
        const sides = [right - left, top - bottom]
        return require(Math.min(...sides) >= 3 &&
          Math.max(...sides) <= 14_400, `a sheet of ${sides.join(' by ')}`)
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
        ...require(intents.length === 1 && intent['/S'] === '/GTS_PDFA1', 'no single intent'),
        ...require(textOf(intent['/OutputConditionIdentifier']) !== undefined, 'no name'),
        ...require(entries(profile)['/N'] === 3, 'not three components'),
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
        return require(subtype === '/Link' &&
          typeof flags === 'number' &&
          (flags & 0b1_0010_0111) === 0b100, reference)
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
      ].flatMap((key) => require(catalog[key] === undefined, key)),
      ...require(entries(catalog['/Names'])['/AlternatePresentations'] === undefined, 'a presentation'),
      ...pages.flatMap((page) =>
        require(page['/AA'] === undefined && page['/PresSteps'] === undefined, 'a page'),
      ),
    ],
  },
  {
    clause: '6.5.1',
    requires: 'only actions that open an address or a page',
    problems: ({ objects, entries }) =>
      objects.flatMap(({ reference, value }) => {
        const action = record(value)['/A']
        if (record(value)['/Type'] !== '/Annot' || action === undefined) return []
        return require(['/URI', '/GoTo'].includes(String(entries(action)['/S'])), reference)
      }),
  },
  {
    clause: '6.8',
    requires: 'files with a type, both names, a relationship, and an association with the document',
    problems: ({ objects, catalog, resolve, entries }) =>
      objects.flatMap(({ reference, value }) => {
        const file = record(value)
        if (file['/Type'] !== '/Filespec') return []
        const embedded = entries(entries(file['/EF'])['/F'])
        const parameters = entries(embedded['/Params'])
        return [
          ...require(/^\/[-\w+.]+\/[-\w+.]+$/.test(
            String(embedded['/Subtype']),
          ), `${reference}: ${String(embedded['/Subtype'])}`),
          ...require(textOf(file['/F']) !== undefined &&
            textOf(file['/UF']) !== undefined, `${reference}: no name`),
          ...require(['/Source', '/Data', '/Alternative', '/Supplement', '/Unspecified'].includes(
            String(file['/AFRelationship']),
          ), `${reference}: unknown relationship`),
          ...require(list(resolve(catalog['/AF'])).includes(reference), `${reference}: not associated`),
          ...require(textOf(parameters['/ModDate']) !== undefined, `${reference}: no date`),
        ]
      }),
  },
]

/** Returns the problems of an ICC profile (6.2.3, 6.2.4.2). */
export function profileProblems(profile: Buffer | undefined, classes: string[]): string[] {
  if (!profile) return ['no profile']
  const at = (offset: number) => profile.toString('latin1', offset, offset + 4)
  return [
    ...require(profile.readUInt32BE(0) === profile.length, 'a profile with a wrong length'),
    ...require(at(36) === 'acsp', 'no profile'),
    ...require((profile[8] ?? 5) < 5, 'a profile of version 5'),
    ...require(classes.includes(at(12)), `a profile of class ${at(12)}`),
    ...require(['RGB ', 'GRAY'].includes(at(16)), `a profile for ${at(16)}`),
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
