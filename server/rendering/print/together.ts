import { type Evaluate, pageFunction } from './in-page.ts'
import type { Session } from './protocol.ts'
import { print, type Sheets } from './sheets.ts'

/** The window of a page, in CSS pixels: as wide and high as A4, so that scripts measure what will be printed. */
export const A4_WINDOW = { width: 794, height: 1123, deviceScaleFactor: 1, mobile: false }

const pageArea = pageFunction('pageArea', ['rules', 'page-area'])
const writePageCounters = pageFunction('writePageCounters', ['rules', 'page-counters'])
const together = pageFunction('together', ['rules', 'styles', 'references', 'together'])
const sheetsOfTheirOwn = pageFunction('sheetsOfTheirOwn', ['rules', 'styles', 'together'])

/**
 * Prints the document that a page shows and others as one, each on a sheet: their fonts and styles are then set
 * up once.
 * @param settled waits for what they load.
 * @returns undefined unless it can be proven that each looks as it would alone.
 */
export async function printTogether(
  session: Session,
  evaluate: Evaluate,
  others: string[],
  settled: () => Promise<void>,
): Promise<Sheets | undefined> {
  const area = parseArea(await evaluate(pageArea()))
  if (!area) return undefined
  try {
    const window = { width: Math.floor(area.width), height: Math.floor(area.height) }
    await session.send('Emulation.setDeviceMetricsOverride', { ...A4_WINDOW, ...window })
    if ((await evaluate(together(others))) !== '') return undefined
    await settled()
    if ((await evaluate(sheetsOfTheirOwn(area.height))) !== '') return undefined
    await evaluate(writePageCounters({ page: 1, pages: 1 }))
    const printed = await print(session, evaluate)
    return printed.sheets === others.length + 1 ? printed : undefined
  } finally {
    await session.send('Emulation.setDeviceMetricsOverride', A4_WINDOW)
  }
}

function parseArea(value: unknown): { width: number; height: number } | undefined {
  if (typeof value !== 'object' || !value || !('width' in value) || !('height' in value)) return undefined
  const [width, height] = [value.width, value.height]
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  return { width, height }
}
