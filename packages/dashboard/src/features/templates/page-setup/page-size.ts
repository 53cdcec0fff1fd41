/** Value of `size` in `@page`. */
export type PageSize =
  | { kind: 'named'; name: string; isLandscape: boolean }
  | { kind: 'custom'; width: string; height: string }
  /** Another value, such as `58mm auto`. */
  | { kind: 'other'; text: string }

/** Sizes for selection, with width and height in portrait. */
export const NAMED_SIZES: Readonly<Record<string, readonly [string, string]>> = {
  A3: ['297mm', '420mm'],
  A4: ['210mm', '297mm'],
  A5: ['148mm', '210mm'],
  A6: ['105mm', '148mm'],
  Letter: ['8.5in', '11in'],
  Legal: ['8.5in', '14in'],
  Tabloid: ['11in', '17in'],
}

const LENGTH = /^(\d{1,5}(?:\.\d{1,4})?)(mm|cm|in|pt|px|pc|q)$/i
const BARE_NUMBER = /^\d{1,5}(?:\.\d{1,4})?$/
const NAME = /^(?:[abc]\d{1,2}|jis-b\d{1,2}|letter|legal|ledger|tabloid)$/i

/** Parses a value of `size`. The empty value is the default, A4. */
export function parseSize(text: string): PageSize {
  const [first = 'A4', second, ...rest] = text.split(/\s+/).filter((part) => part !== '')
  const orientation = second?.toLowerCase()
  if (rest.length === 0 && NAME.test(first) && [undefined, 'portrait', 'landscape'].includes(orientation)) {
    const known = Object.keys(NAMED_SIZES).find((name) => name.toLowerCase() === first.toLowerCase())
    return { kind: 'named', name: known ?? first, isLandscape: orientation === 'landscape' }
  }
  if (rest.length === 0 && LENGTH.test(first) && (second === undefined || LENGTH.test(second)))
    return { kind: 'custom', width: first, height: second ?? first }
  return { kind: 'other', text }
}

/** Returns the CSS value of a size. */
export function sizeText(size: PageSize): string {
  if (size.kind === 'named') return size.isLandscape ? `${size.name} landscape` : size.name
  return size.kind === 'custom' ? `${size.width} ${size.height}` : size.text
}

/** Returns the custom size with the same width and height; A4 when they are not known. */
export function customSize(size: PageSize): PageSize & { kind: 'custom' } {
  if (size.kind === 'custom') return size
  const name = size.kind === 'named' ? size.name : 'A4'
  const [width, height] = NAMED_SIZES[name] ?? ['210mm', '297mm']
  return size.kind === 'named' && size.isLandscape
    ? { kind: 'custom', width: height, height: width }
    : { kind: 'custom', width, height }
}

/** Returns a length as CSS: "20" becomes "20mm". @returns `undefined` for a text that is not a length. */
export function parseLength(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^0+(?:\.0+)?$/.test(trimmed)) return '0'
  if (BARE_NUMBER.test(trimmed)) return `${trimmed}mm`
  return LENGTH.test(trimmed) ? trimmed : undefined
}
