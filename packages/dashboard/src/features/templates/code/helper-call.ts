import { mustachesIn } from './mustaches.ts'

const CALL = /(^\s*|\(\s*)([A-Za-z]\w*)/g

/** Returns the name of the helper call at a position of a text, with its range. */
export function helperCallAt(
  text: string,
  position: number,
): { name: string; from: number; to: number } | undefined {
  for (const { from, to, kind, inside, insideFrom } of mustachesIn(text)) {
    if (from > position) return undefined
    if (to < position || kind === 'comment') continue
    for (const { index, 1: before = '', 2: name = '' } of inside.matchAll(CALL)) {
      const start = insideFrom + index + before.length
      if (start <= position && position <= start + name.length)
        return { name, from: start, to: start + name.length }
    }
  }
  return undefined
}
