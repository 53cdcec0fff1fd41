import { parseXml } from '../../../packages/einvoice/src/xml/parse.ts'
import type { Case } from './test-sets.ts'

const INSTRUCTION = /<\?xmute\b([^>]*?)\?>/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const TAG = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w:.-]+)(?:\s[^>]*?)?(\/?)>/g

interface Range {
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  readonly end: number
}

/**
 * Reads the cases of an instance of the XRechnung Schematron: the processing instruction `xmute` changes the element
 * after it, and names the rules that the result breaks or not.
 */
export function mutationsOf(path: string, xml: string): Case[] {
  return [...xml.matchAll(INSTRUCTION)].flatMap((match, index) => {
    const settings = Object.fromEntries(
      [...(match[1] ?? '').matchAll(ATTRIBUTE)].map(([, key, value]) => [key, value]),
    )
    const range = elementAfter(xml, match.index + match[0].length)
    if (!range) return []
    return [...variantsOf(xml, range, settings)].flatMap((variant) => {
      const document = parseXml(variant)
      const cases = (rules: string | undefined, isBroken: boolean): Case[] =>
        (rules ?? '')
          .split(/[\s,]+/)
          .map((rule) => rule.replace(/^\w+:/, ''))
          .filter((rule) => rule !== '')
          .map((rule) => ({ name: `${path.split('/').at(-1)}#${index + 1}`, rule, isBroken, document }))
      return [...cases(settings['schematron-invalid'], true), ...cases(settings['schematron-valid'], false)]
    })
  })
}

function* variantsOf(
  xml: string,
  { start, contentStart, contentEnd, end }: Range,
  { mutator, values = '', attribute, separator = ',' }: Record<string, string>,
): Generator<string> {
  if (mutator === 'identity') yield xml
  if (mutator === 'remove')
    yield attribute === undefined
      ? xml.slice(0, start) + xml.slice(end)
      : without(xml, start, contentStart, attribute)
  if (mutator === 'empty') yield xml.slice(0, contentStart) + xml.slice(contentEnd)
  if (mutator !== 'code') return
  for (const value of values.split(separator).map((text) => text.trim()))
    yield attribute === undefined
      ? xml.slice(0, contentStart) + value + xml.slice(contentEnd)
      : xml.slice(0, start) +
        xml
          .slice(start, contentStart)
          .replace(new RegExp(`${attribute}="[^"]*"`), `${attribute}="${value}"`) +
        xml.slice(contentStart)
}

function without(xml: string, start: number, contentStart: number, attribute: string): string {
  const tag = xml.slice(start, contentStart).replace(new RegExp(`\\s${attribute}="[^"]*"`), '')
  return xml.slice(0, start) + tag + xml.slice(contentStart)
}

/** Returns the range of the first element after a position. */
function elementAfter(xml: string, position: number): Range | undefined {
  const tags = new RegExp(TAG)
  tags.lastIndex = position
  let depth = 0
  let start = -1
  let contentStart = -1
  for (let match = tags.exec(xml); match; match = tags.exec(xml)) {
    const [text, closing, name, empty] = match
    if (name === undefined) continue
    if (closing === '/') depth -= 1
    else if (empty !== '/') depth += 1
    if (start === -1) {
      start = match.index
      contentStart = match.index + text.length
      if (empty === '/') return { start, contentStart, contentEnd: contentStart, end: contentStart }
    }
    if (depth === 0) return { start, contentStart, contentEnd: match.index, end: match.index + text.length }
  }
  return undefined
}
