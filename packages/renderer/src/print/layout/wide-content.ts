import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Session } from '../chromium/protocol.ts'
import type { Shrink } from './shrink.ts'
import type { Warn } from '../warnings.ts'
import { inWindow } from './window.ts'

const findWideContent = pageFunction('findWideContent', ['document', 'blank-end', 'wide-content'])

/** An element and the distance from the start of the page area to its far edge, in CSS pixels. */
interface Wide {
  name: string
  reach: number
}

/**
 * Warns of content that is wider than its sheet, with the name of the element: `content-cut` when a part of it is
 * missing on the sheet, `content-shrunk` when it was made smaller.
 */
export async function warnOfWideContent(
  session: Session,
  evaluate: Evaluate,
  { scale, shrink }: { scale: number; shrink: Shrink },
  warn: Warn,
): Promise<void> {
  const find = async (width: number) =>
    parseResult(await inWindow(session, { width }, () => evaluate(findWideContent(width))))
  // Chromium lays the content out in an area that is wider than the sheet, and then shrinks the area.
  const layoutWidth = Math.ceil(shrink.areaWidth / shrink.factor)
  const { cut } = await find(layoutWidth)
  if (!cut && shrink.factor === 1) return
  const { widest } = await find(Math.ceil(shrink.areaWidth))
  const { name, reach } = cut ?? widest ?? { name: 'content', reach: layoutWidth }
  const zoom = scale / shrink.factor
  warn(
    cut ? 'content-cut' : 'content-shrunk',
    `${name}: ${millimetres(reach / zoom)} mm wide, ${millimetres(shrink.areaWidth)} mm on the sheet, ` +
      `printed at ${Math.round(scale * 100)} %`,
  )
}

function millimetres(pixels: number): number {
  return Math.round((pixels / 96) * 25.4)
}

function parseResult(value: unknown): { widest: Wide | undefined; cut: Wide | undefined } {
  const result = typeof value === 'object' && value ? value : {}
  return {
    widest: 'widest' in result ? parseWide(result.widest) : undefined,
    cut: 'cut' in result ? parseWide(result.cut) : undefined,
  }
}

function parseWide(value: unknown): Wide | undefined {
  if (typeof value !== 'object' || !value || !('name' in value) || !('reach' in value)) return undefined
  return { name: String(value.name), reach: Number(value.reach) }
}
