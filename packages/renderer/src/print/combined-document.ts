import { type Evaluate, pageFunction } from './in-page.ts'
import type { Session } from './chromium/protocol.ts'
import { type PrintedPdf, printPdf } from './print-pdf.ts'
import { inWindow } from './layout/window.ts'

const FILES = ['trees', 'combined-document', 'combined-styles', 'combined-pages', 'combined-roots']
const combine = pageFunction('combine', FILES)
const addSharedStyles = pageFunction('addSharedStyles', FILES)
const settleRoots = pageFunction('settleRoots', FILES)
const overflowConflict = pageFunction('overflowConflict', FILES)

/**
 * Prints documents as one combined document, each on one sheet and in a shadow tree of its own. Fonts and styles are set
 * up once for all of them. The page must show a document without scripts.
 * @param waitUntilLoaded waits for the resources of the documents.
 * @returns `undefined` unless it is certain that each document looks as it does when printed alone.
 */
export async function printCombined(
  session: Session,
  evaluate: Evaluate,
  documents: string[],
  waitUntilLoaded: () => Promise<void>,
): Promise<PrintedPdf | undefined> {
  if ((await evaluate(combine(documents))) !== '') return undefined
  if (documents.some(mayLoadStyles)) await waitUntilLoaded()
  const area = parseArea(await evaluate(addSharedStyles()))
  if (!area) return undefined
  const window = { width: Math.floor(area.width), height: Math.floor(area.height) }
  return await inWindow(session, window, async () => {
    if ((await evaluate(settleRoots())) !== '') return undefined
    await waitUntilLoaded()
    if ((await evaluate(overflowConflict())) !== '') return undefined
    const printed = await printPdf(session)
    return printed.sheets === documents.length ? printed : undefined
  })
}

/** Returns whether a document may have style sheets that load. */
function mayLoadStyles(html: string): boolean {
  return /<link|@import/i.test(html)
}

function parseArea(value: unknown): { width: number; height: number } | undefined {
  if (
    typeof value !== 'object' ||
    !value ||
    !('area' in value) ||
    !('reason' in value) ||
    value.reason !== ''
  )
    return undefined
  const { area } = value
  if (typeof area !== 'object' || !area || !('width' in area) || !('height' in area)) return undefined
  return { width: Number(area.width), height: Number(area.height) }
}
