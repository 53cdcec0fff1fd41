import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Session } from '../chromium/protocol.ts'
import { printPdf } from '../print-pdf.ts'
import type { Warn } from '../warnings.ts'

/** The variable that holds the height of a page whose width alone is given, and the most that it may be. */
const HEIGHT = '--platen-page-height'
const HEIGHT_PX = { least: 16, most: 19_200 }

const rewriteSizes = pageFunction('resolvePageSizes', ['page-size'])

/** Kinds of words in the value of `size`. */
const WORDS = {
  name: /^(?:a[345]|(?:jis-)?b[45]|letter|legal|ledger)$/,
  orientation: /^(?:portrait|landscape)$/,
  length: /^(?:\d+|\d*\.\d+)(?:mm|cm|in|px|pt|pc|q)$/,
  auto: /^auto$/,
}
/** Values of `size` that Chromium knows, as kinds of words. */
const KNOWN = [
  'name',
  'name orientation',
  'orientation',
  'orientation name',
  'length',
  'length length',
  'auto',
]
const VALUE_LENGTH_MAX = 100

/** How the sizes of pages stand after `resolvePageSizes`. */
export interface PageSizes {
  /** Whether Chromium knows all sizes as the author wrote them. */
  areKnown: boolean
  /** Whether a page is as high as its content, as on a roll of paper: `cutRoll` is to be called then. */
  isRoll: boolean
}

/** Makes Chromium take the sizes of pages that it does not know, as far as there is a way, and warns of the others. */
export async function resolvePageSizes(evaluate: Evaluate, html: string, warn: Warn): Promise<PageSizes> {
  const found = mayHaveUnknownSize(html) && (await evaluate(rewriteSizes(`${HEIGHT}, ${HEIGHT_PX.most}px`)))
  if (typeof found !== 'object' || !found || !('ignored' in found) || !Array.isArray(found.ignored))
    return { areKnown: true, isRoll: false }
  for (const size of found.ignored) warn('page-size-ignored', String(size))
  const isRewritten = 'rewritten' in found && found.rewritten !== 0
  const isRoll = 'isRoll' in found && found.isRoll === true
  return { areKnown: found.ignored.length === 0 && !isRewritten, isRoll }
}

/** Spares most documents the question: their sizes are written plainly. */
function mayHaveUnknownSize(html: string): boolean {
  if (!/@page/i.test(html)) return false
  return html.matchAll(/(?<![-\w])size(?:\s|\/\*[^*]*\*\/)*:([^;}]*)/gi).some(([, value = '']) => {
    const plain = value.slice(0, VALUE_LENGTH_MAX).trim().toLowerCase()
    return !KNOWN.includes(kindsOf(plain.replace(/!important$/, '').trim()))
  })
}

function kindsOf(value: string): string {
  const kindOf = (word: string) => Object.entries(WORDS).find(([, pattern]) => pattern.test(word))?.[0]
  return value.split(/\s+/).map(kindOf).join(' ')
}

/** Makes the pages of a roll as low as they can be without another sheet, to the pixel. */
export async function cutRoll(session: Session, evaluate: Evaluate): Promise<void> {
  const setHeight = async (height: number) =>
    await evaluate(`document.documentElement.style.setProperty('${HEIGHT}', '${height}px')`)
  const { sheets: uncut } = await printPdf(session)
  let [overflows, fits] = [HEIGHT_PX.least, HEIGHT_PX.most]
  while (fits - overflows > 1) {
    const height = Math.floor((overflows + fits) / 2)
    await setHeight(height)
    if ((await printPdf(session)).sheets > uncut) overflows = height
    else fits = height
  }
  await setHeight(fits)
}
