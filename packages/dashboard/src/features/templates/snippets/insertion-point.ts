// Constructs that must not be split: comments, mustaches and tags.
const WHOLE =
  /<!--[\s\S]*?(?:-->|$)|\{\{!--[\s\S]*?(?:--~?\}\}|$)|\{\{[\s\S]*?(?:\}\}\}?|$)|<[a-z/!][^<>]*(?:>|$)/gi
const RAW_ELEMENTS = ['style', 'script', 'title', 'textarea']

/**
 * Returns the position at which content can be inserted: the cursor, or the nearest position in the body that is in no
 * tag, mustache, comment, style or script.
 */
export function insertionPoint(source: string, cursor: number): number {
  const html = source.toLowerCase()
  const end = html.lastIndexOf('</body')
  let position = Math.max(cursor, bodyStart(html))
  if (end !== -1) position = Math.min(position, end)
  for (const { from, to } of [...rawElementsIn(html), ...wholesIn(html)]) {
    if (from < position && position < to) position = to
  }
  return position
}

/** Returns the position after `<body>`; without it, after the head or the doctype. */
function bodyStart(html: string): number {
  for (const tag of ['<body', '</head', '<html', '<!doctype']) {
    const start = html.indexOf(tag)
    const end = start === -1 ? -1 : html.indexOf('>', start)
    if (end !== -1) return end + 1
  }
  return 0
}

function rawElementsIn(html: string): { from: number; to: number }[] {
  return RAW_ELEMENTS.flatMap((name) => {
    const elements: { from: number; to: number }[] = []
    for (let from = html.indexOf(`<${name}`); from !== -1; from = html.indexOf(`<${name}`, from)) {
      const close = html.indexOf(`</${name}`, from)
      const end = close === -1 ? -1 : html.indexOf('>', close)
      const to = end === -1 ? html.length : end + 1
      elements.push({ from, to })
      from = to
    }
    return elements
  })
}

function wholesIn(html: string): { from: number; to: number }[] {
  return Array.from(html.matchAll(WHOLE), ({ index, 0: whole }) => ({
    from: index,
    to: index + whole.length,
  }))
}
