import type { Warning } from '@platen/renderer/service'
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

/** Formats the size of a document: pages, sheets and scale. */
export function formatDocumentSize({
  pages,
  sheets,
  scale,
}: {
  pages: number
  sheets: number
  scale: number
}): string {
  const scaled = scale === 1 ? '' : `, scaled to ${Math.floor(scale * 100)} %`
  return `${formatCount(pages, 'page')}, ${formatCount(sheets, 'sheet')}${scaled}`
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
