import type { Preview } from '../api/templates.ts'

/** Labels of warnings, by their kind. */
export const WARNING_LABELS: Record<string, string> = {
  'image-missing': 'An image could not be loaded',
  'font-missing': 'A font could not be loaded',
  'font-replaced': 'A font is not available and was replaced',
  'glyph-missing': 'No font contains this character',
  'page-size-ignored': 'A page size is not supported and was ignored',
  'content-shrunk': 'Content is wider than the sheet and was scaled down',
  'content-cut': 'Content is wider than the sheet and was cut off',
  'alternative-text-missing':
    'A picture has no alternative text. Add alt="…", or aria-label="…" and role="img" to a drawing',
  'heading-skipped': 'A heading skips a level. Begin with <h1>',
  'language-missing': 'The language is missing. Add lang="…" to <html>',
  'contrast-low': 'A text is difficult to read. Use a darker or lighter colour',
  'resources-late': 'A resource was still loading when the document was printed',
  'dialog-dismissed': 'The document opened a dialog, which was dismissed',
  'navigation-refused': 'Navigation to another address was blocked',
  'window-refused': 'Opening a window was blocked',
  'script-failed': 'A script failed',
  'request-refused': 'A network request was blocked',
}

/** Returns the text of a warning for the author of the template. */
export function warningLabel({ kind, subject, count }: Preview['warnings'][number]): string {
  const times = count > 1 ? ` (${count} times)` : ''
  return `${WARNING_LABELS[kind] ?? kind}: ${subject}${times}`
}
