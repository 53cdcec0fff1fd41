import type { FlowReason, Warning } from '@platen/renderer/service'
import { formatCount, withoutControls } from '../output/texts.ts'
import { excerptAsText } from './excerpt.ts'
import type { Problem } from './state.ts'

const MEANING: Record<Warning['kind'], string> = {
  'image-missing': 'an image was not loaded',
  'font-missing': 'a font was not loaded',
  'font-replaced': 'this font is not installed',
  'glyph-missing': 'no font has this character',
  'page-size-ignored': 'Chromium does not support this page size',
  'content-shrunk': 'this is wider than its sheet, so the page was scaled down',
  'content-cut': 'this is wider than its sheet, so a part of it is cut off',
  'alternative-text-missing': 'screen readers cannot describe this picture, add alt="…" or aria-label="…"',
  'heading-skipped': 'this heading skips a level, begin with <h1>',
  'language-missing': 'screen readers do not know the language, add lang="…" to <html>',
  'contrast-low': 'this text is difficult to read, use a darker or lighter colour',
  'resources-late': 'a resource was not loaded in time',
  'dialog-dismissed': 'a script opened a dialog',
  'navigation-refused': 'a script tried to open another page',
  'window-refused': 'a script tried to open a window',
  'script-failed': 'a script failed',
  'request-refused': 'requests to this address are not allowed',
}

/** Formats a warning as text. */
export function formatWarning({ kind, subject, count }: Warning): string {
  const times = count === 1 ? '' : ` (${count} times)`
  return `${kind}: ${MEANING[kind]}${subject === '' ? '' : `: ${withoutControls(subject)}`}${times}`
}

const FLOW_REASON: Record<FlowReason, string> = {
  requested: 'the template requests flow',
  'page-selector': '@page :first, :left or :right',
  'page-counter': 'page numbers',
  'forced-break': 'a forced page break',
  'named-page': 'named pages',
  'too-long': 'too long',
}

/** Returns the reasons why pages take several sheets, each once. */
export function flowReasonsOf(pages: readonly { reason?: FlowReason }[]): FlowReason[] {
  return [...new Set(pages.flatMap(({ reason }) => reason ?? []))]
}

/** Formats the reasons why pages take several sheets. '' without reasons. */
export function formatFlow(reasons: readonly FlowReason[]): string {
  // A newer service may report reasons that this tool does not define.
  const words = reasons.map((reason) => FLOW_REASON[reason] ?? withoutControls(reason))
  return words.length === 0 ? '' : `not scaled: ${words.join(', ')}`
}

/** Formats the size of a document: pages, sheets and scale, and why pages take several sheets. */
export function formatDocumentSize({
  pages,
  sheets,
  scale,
  flowReasons,
}: {
  pages: number
  sheets: number
  scale: number
  flowReasons: readonly FlowReason[]
}): string {
  const scaled = scale === 1 ? '' : `, scaled to ${Math.floor(scale * 100)} %`
  const flow = flowReasons.length === 0 ? '' : ` (${formatFlow(flowReasons)})`
  return `${formatCount(pages, 'page')}, ${formatCount(sheets, 'sheet')}${flow}${scaled}`
}

/** Formats a problem with its position and the lines around it. */
export function formatProblem({ file, line, column, message, detail, excerpt }: Problem): string {
  const position = line === undefined ? file : `${file}:${line}:${column}`
  const headline = message.startsWith(file) ? message : `${position}: ${message}`
  return [
    headline,
    ...(detail === undefined ? [] : [detail]),
    ...(excerpt ? [excerptAsText(excerpt)] : []),
  ].join('\n')
}
