import type { Check } from './file-checks.ts'
import { profileProblems } from './file-checks.ts'
import { checkGlyphs } from './font-checks.ts'
import { type Document, type Entries, list, record, within } from './objects.ts'

/** A content stream and the resources that it may use. */
interface Content {
  where: string
  text: string
  resources: Entries
}

const OPERATORS = new Set(
  (
    'b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ' +
    'ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
)
const TOKEN = /\((?:[^()\\]|\\[^])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g
const NESTED_MAX = 28
/** Kind of the resource that the operand of an operator names. */
const NAMING: Record<string, string> = {
  Do: '/XObject',
  gs: '/ExtGState',
  sh: '/Shading',
  cs: '/ColorSpace',
  CS: '/ColorSpace',
  scn: '/Pattern',
  SCN: '/Pattern',
}
const DEVICE_SPACES = ['/DeviceGray', '/DeviceRGB', '/Pattern']
const BLEND_MODES =
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'

/** Requirements for the content of the pages. */
export const CONTENT_CHECKS: Check[] = [
  {
    clause: '6.2.2, 6.1.13',
    requires:
      'only operators of ISO 32000-1, resources of the same stream, and at most 28 nested graphics states',
    problems: (document) => contentsOf(document).flatMap((content) => operatorProblems(document, content)),
  },
  {
    clause: '6.2.4',
    requires: 'no CMYK colours, and valid ICC profiles',
    problems: ({ objects, entries, dataOf }) =>
      objects.flatMap(({ reference, value }) =>
        Array.from(within(value)).flatMap((part) => {
          if (part === '/DeviceCMYK' || part === '/Separation' || part === '/DeviceN')
            return [`${reference}: ${part}`]
          if (!Array.isArray(part) || part[0] !== '/ICCBased') return []
          const channels = entries(part[1])['/N']
          const problems = profileProblems(dataOf(part[1]), ['prtr', 'mntr', 'scnr', 'spac'])
          return [
            ...problems,
            ...(channels === 3 || channels === 1 ? [] : ['wrong number of components']),
          ].map((problem) => `${reference}: ${problem}`)
        }),
      ),
  },
  {
    clause: '6.2.5, 6.2.6, 6.2.10',
    requires: 'graphics states without transfer functions, with the blend modes and intents of ISO 32000-1',
    problems: ({ objects, entries, pages, resolve }) => {
      const states = [
        ...objects.map(({ value }) => record(value)),
        ...pages.flatMap((page) =>
          Object.values(entries(entries(page['/Resources'])['/ExtGState'])).map(entries),
        ),
      ]
      return states.flatMap((state) => {
        const modes = modesOf(resolve(state['/BM']))
        return [
          ...['/HTP', '/TR2'].flatMap((key) => (state[key] === undefined ? [] : [key])),
          ...(state['/TR'] !== undefined && state['/S'] !== '/Luminosity' && state['/S'] !== '/Alpha'
            ? ['/TR']
            : []),
          ...modes.filter((mode) => !BLEND_MODES.split(' ').includes(mode)),
          ...(state['/RI'] === undefined ? [] : ['/RI']),
        ]
      })
    },
  },
  {
    clause: '6.2.8, 6.2.9',
    requires: 'images without interpolation, and no drawings of other kinds or from other files',
    problems: ({ objects }) =>
      objects.flatMap(({ reference, value }) => {
        const object = record(value)
        if (object['/Subtype'] !== '/Image' && object['/Subtype'] !== '/Form' && object['/Subtype'] !== '/PS')
          return []
        const depth = object['/BitsPerComponent'] ?? 8
        const isWrong =
          object['/Subtype'] === '/PS' ||
          ['/Alternates', '/OPI', '/Ref', '/PS', '/Subtype2'].some((key) => object[key] !== undefined) ||
          object['/Interpolate'] === true ||
          ![1, 2, 4, 8, 16].includes(Number(depth))
        return isWrong ? [reference] : []
      }),
  },
  {
    clause: '6.2.11',
    requires: 'embedded fonts with every glyph that is used, the declared widths, and no .notdef',
    problems: (document) => contentsOf(document).flatMap((content) => checkGlyphs(document, content)),
  },
]

function modesOf(mode: unknown): string[] {
  const modes = Array.isArray(mode) ? mode : [mode ?? '/Normal']
  return modes.map((one) => (typeof one === 'string' ? one.slice(1) : 'none'))
}

/** Returns all content streams of a document: of pages, forms, patterns and glyphs. */
export function contentsOf(document: Document): Content[] {
  const { pages, objects, entries, resolve, dataOf } = document
  const text = (data: Buffer | undefined) => data?.toString('latin1') ?? ''
  const ofPages = pages.map((page, index) => ({
    where: `page ${index + 1}`,
    text: [page['/Contents']]
      .flatMap((contents) => (Array.isArray(resolve(contents)) ? list(resolve(contents)) : [contents]))
      .map((stream) => text(dataOf(stream)))
      .join('\n'),
    resources: entries(page['/Resources']),
  }))
  const ofObjects = objects.flatMap(({ reference, value, data }) => {
    const object = record(value)
    const resources = entries(object['/Resources'])
    if (object['/Subtype'] === '/Form' || object['/PatternType'] === 1)
      return [{ where: reference, text: text(data), resources }]
    if (object['/Subtype'] !== '/Type3') return []
    return Object.entries(entries(object['/CharProcs'])).map(([name, glyph]) => ({
      where: `${reference} ${name}`,
      text: text(dataOf(glyph)),
      resources,
    }))
  })
  return [...ofPages, ...ofObjects]
}

function operatorProblems({ entries }: Document, { where, text, resources }: Content): string[] {
  const problems: string[] = []
  let [depth, deepest, previous] = [0, 0, '']
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[A-Za-z'"]/.test(token) && !/^(?:true|false|null)$/.test(token)) {
      if (!OPERATORS.has(token)) problems.push(`${where}: ${token}`)
      if (token === 'q') deepest = Math.max(deepest, (depth += 1))
      if (token === 'Q') depth -= 1
      const kind = NAMING[token]
      if (kind && previous.startsWith('/') && !DEVICE_SPACES.includes(previous)) {
        if (entries(resources[kind])[previous] === undefined) problems.push(`${where}: ${previous} ${token}`)
      }
    }
    previous = token
  }
  if (depth !== 0 || deepest > NESTED_MAX) problems.push(`${where}: ${depth} open, ${deepest} deep`)
  return problems
}
