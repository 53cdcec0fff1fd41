import { type Evaluate, pageFunction } from './in-page.ts'
import type { Session } from './chromium/protocol.ts'
import { isAtFullSize } from '../pdf/content-area.ts'
import { readPdf } from '../pdf/objects/read.ts'
import type { PrintedPdf } from './print-pdf.ts'
import { printWithoutBlankEnd } from './layout/sheets.ts'
import { inWindow } from './layout/window.ts'

const pageArea = pageFunction('pageArea', ['rules', 'page-area'])
const writePageCounters = pageFunction('writePageCounters', ['rules', 'page-counters'])
const combine = pageFunction('combine', ['rules', 'styles', 'references', 'combined-document'])
const sheetConflict = pageFunction('sheetConflict', ['rules', 'styles', 'combined-document'])

/**
 * Prints the document in the page and `others` as one combined document, each on one sheet. Fonts and styles are set up
 * once for all of them.
 * @param waitUntilLoaded waits for the resources of the documents.
 * @returns `undefined` unless it is certain that each document looks as it does when printed alone.
 */
export async function printCombined(
  session: Session,
  evaluate: Evaluate,
  others: string[],
  waitUntilLoaded: () => Promise<void>,
): Promise<PrintedPdf | undefined> {
  const area = parseArea(await evaluate(pageArea()))
  if (!area) return undefined
  const window = { width: Math.floor(area.width), height: Math.floor(area.height) }
  return await inWindow(session, window, async () => {
    if ((await evaluate(combine(others))) !== '') return undefined
    await waitUntilLoaded()
    if ((await evaluate(sheetConflict(area))) !== '') return undefined
    await evaluate(writePageCounters({ page: 1, pages: 1 }))
    const printed = await printWithoutBlankEnd(session, evaluate)
    const isOneSheetEach = printed.sheets === others.length + 1 && isAtFullSize(readPdf(printed.pdf))
    return isOneSheetEach ? printed : undefined
  })
}

function parseArea(value: unknown): { width: number; height: number } | undefined {
  if (typeof value !== 'object' || !value || !('width' in value) || !('height' in value)) return undefined
  const [width, height] = [value.width, value.height]
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  return { width, height }
}
