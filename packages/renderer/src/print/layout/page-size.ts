import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Session } from '../chromium/protocol.ts'
import { printPdf } from '../print-pdf.ts'
import type { Warn } from '../warnings.ts'

/** CSS variable for the height of a page that has only a width, such as a roll of paper. */
const HEIGHT_VARIABLE = '--platen-page-height'
const HEIGHT_PX = { min: 16, max: 19_200 }

const rewritePageSizes = pageFunction('rewritePageSizes', ['document', 'page-size'])
const setRollHeight = pageFunction('setRollHeight', ['document', 'page-size'])

/** Kinds of words in the value of `size`. */
const WORDS = {
  name: /^(?:a[345]|(?:jis-)?b[45]|letter|legal|ledger)$/,
  orientation: /^(?:portrait|landscape)$/,
  length: /^(?:\d+|\d*\.\d+)(?:mm|cm|in|px|pt|pc|q)$/,
  auto: /^auto$/,
}
/** Values of `size` that Chromium supports, as kinds of words. */
const SUPPORTED = [
  'name',
  'name orientation',
  'orientation',
  'orientation name',
  'length',
  'length length',
  'auto',
]
const VALUE_LENGTH_MAX = 100

/** Result of `resolvePageSizes`. */
export interface PageSizes {
  /** `true` when a page is as high as its content, as on a roll of paper. `fitRollHeight` must be called then. */
  isRoll: boolean
}

/** Rewrites page sizes that Chromium does not support to lengths, where possible. Warns of the others. */
export async function resolvePageSizes(evaluate: Evaluate, html: string, warn: Warn): Promise<PageSizes> {
  const resolved =
    mayHaveUnknownSize(html) && (await evaluate(rewritePageSizes(`${HEIGHT_VARIABLE}, ${HEIGHT_PX.max}px`)))
  if (
    typeof resolved !== 'object' ||
    !resolved ||
    !('ignored' in resolved) ||
    !Array.isArray(resolved.ignored)
  )
    return { isRoll: false }
  for (const size of resolved.ignored) warn('page-size-ignored', String(size))
  const isRoll = 'isRoll' in resolved && resolved.isRoll === true
  return { isRoll }
}

/** Returns whether a document may have a size that Chromium does not support. Saves most documents the evaluation. */
export function mayHaveUnknownSize(html: string): boolean {
  if (!/@page/i.test(html)) return false
  return html.matchAll(/(?<![-\w])size(?:\s|\/\*[^*]*\*\/)*:([^;}]*)/gi).some(([, value = '']) => {
    const plain = value.slice(0, VALUE_LENGTH_MAX).trim().toLowerCase()
    return !SUPPORTED.includes(kindsOf(plain.replace(/!important$/, '').trim()))
  })
}

function kindsOf(value: string): string {
  const kindOf = (word: string) => Object.entries(WORDS).find(([, pattern]) => pattern.test(word))?.[0]
  return value.split(/\s+/).map(kindOf).join(' ')
}

/** Sets the height of a roll to the smallest that does not add a sheet, to the pixel. */
export async function fitRollHeight(session: Session, evaluate: Evaluate): Promise<void> {
  const setHeight = async (height: number) => await evaluate(setRollHeight(HEIGHT_VARIABLE, height))
  const { sheets: sheetsAtMax } = await printPdf(session)
  let [overflows, fits] = [HEIGHT_PX.min, HEIGHT_PX.max]
  while (fits - overflows > 1) {
    const height = Math.floor((overflows + fits) / 2)
    await setHeight(height)
    if ((await printPdf(session)).sheets > sheetsAtMax) overflows = height
    else fits = height
  }
  await setHeight(fits)
}
