/** Damaged copy of an XML document. */
export interface Damage {
  kind: string
  xml: string
  /** Changed element, for messages. */
  change: string
}

const NUMBER_OR_FLAG = />(?:[\d.-]+|true|false)</
const LINES_MAX = 400

/**
 * Yields copies of a document with one change each: an unknown element, an element twice, two elements in another order,
 * a missing element, a value of a wrong type, an unknown attribute, and a missing attribute.
 * @param xml document with one element in a line, as Platen writes it.
 */
export function* damages(xml: string): Generator<Damage> {
  const oneLine = (text: string) => (text.trim() === '' ? text : text.replaceAll('\n', ' '))
  const lines = xml
    .replaceAll(/[^<>]+(?=<)/g, oneLine)
    .trimEnd()
    .split('\n')
  // The first lines are the declaration and the root element.
  for (let index = 2; index < Math.min(lines.length - 1, LINES_MAX); index += 1) {
    const line = lines[index] ?? ''
    if (line.trimStart().startsWith('</')) continue
    const element = elementAt(lines, index)
    const after = lines.slice(index + element.length)
    const before = lines.slice(0, index)
    const changed = (kind: string, ...replaced: string[]): Damage => ({
      kind,
      change: `${line.trim()} to ${replaced[0]?.trim()}`,
      xml: [...before, ...replaced, ...after].join('\n'),
    })
    yield changed('missing element')
    yield changed(
      'unknown element',
      line.replaceAll(/(<\/?\w+:)\w+/g, '$1Unknown'),
      ...element.slice(1).map(rename),
    )
    yield changed('element twice', ...element, ...element)
    yield changed('unknown attribute', line.replace(/^(\s*<[\w:]+)/, '$1 unknown="1"'), ...element.slice(1))
    const [next] = after
    if (next !== undefined && !next.trimStart().startsWith('</')) {
      const other = elementAt(after, 0)
      const rest = after.slice(other.length)
      yield {
        kind: 'wrong order',
        change: line.trim(),
        xml: [...before, ...other, ...element, ...rest].join('\n'),
      }
    }
    if (element.length > 1) {
      yield changed('wrong type', `${line}text`, ...element.slice(1))
      continue
    }
    for (const text of textsFor(line))
      yield changed(
        'wrong type',
        line.replace(/>[^<]*</, () => `>${text}<`),
      )
    if (line.includes('="')) yield changed('missing attribute', line.replace(/ \w+="[^"]*"/, ''))
  }
}

function rename(line: string, index: number, rest: readonly string[]): string {
  return index === rest.length - 1 ? line.replace(/(<\/\w+:)\w+/, '$1Unknown') : line
}

/** Returns values to try: many for a number, a date or a flag, and none but the empty one for a text. */
function textsFor(line: string): string[] {
  // libxml2 reads Base64 with other characters.
  if (line.includes('BinaryObject')) return ['', 'a']
  return NUMBER_OR_FLAG.test(line) ? ['', 'text', '1,5', '2026-02-30', '1e3', '-.5', 'TRUE'] : ['']
}

/** Returns the lines of an element. */
function elementAt(lines: readonly string[], start: number): string[] {
  const line = lines[start] ?? ''
  if (line.includes('</')) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  const end = lines.findIndex((each, index) => index > start && each.startsWith(`${indent}</`))
  return lines.slice(start, end + 1)
}
