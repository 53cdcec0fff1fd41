import { isDate } from '../model/structure.ts'

const XML_SPACE = ' \t\r\n'
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const DATE = /^(\d{4}-\d{2}-\d{2})(.*)$/
const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?=Z|[+-]|$)/
const ZONE = /^(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/

/** Descriptions of the kinds of values that the schemas have, for messages. */
const KINDS: Record<string, { readonly description: string; readonly matches: (text: string) => boolean }> = {
  decimal: { description: 'a decimal number such as 12.50', matches: (text) => DECIMAL.test(text) },
  boolean: { description: 'true or false', matches: (text) => /^(?:true|false|0|1)$/.test(text) },
  date: { description: 'a date of the calendar such as 2026-01-31', matches: isXmlDate },
  time: { description: 'a time such as 12:30:00', matches: isXmlTime },
  dateTime: { description: 'a date with a time such as 2026-01-31T12:30:00', matches: isXmlDateTime },
  base64Binary: { description: 'a file in Base64', matches: isBase64 },
  language: { description: 'a language such as de-AT', matches: (text) => LANGUAGE.test(text) },
}

/** Returns what a value must be. `undefined` for a value that is right. */
export function valueProblem(kind: string, value: string): string | undefined {
  const rule = KINDS[kind]
  return !rule || rule.matches(withoutSpaceAround(value)) ? undefined : rule.description
}

/** Removes white space of XML at both ends. Other white space, which `trim` removes, is part of the value. */
function withoutSpaceAround(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && XML_SPACE.includes(text.charAt(start))) start += 1
  while (end > start && XML_SPACE.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isXmlDate(text: string): boolean {
  const [, date = '', zone = ''] = DATE.exec(text) ?? []
  return isDate(date) && ZONE.test(zone)
}

function isXmlTime(text: string): boolean {
  const [time] = TIME.exec(text) ?? []
  return time !== undefined && ZONE.test(text.slice(time.length))
}

function isXmlDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && text[10] === 'T' && isXmlTime(text.slice(11))
}

function isBase64(text: string): boolean {
  const packed = text.replaceAll(/[ \t\r\n]/g, '')
  return packed.length % 4 === 0 && BASE64.test(packed)
}
