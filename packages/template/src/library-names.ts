import { Refusal } from './refusal.ts'

/** Valid name of a partial: one that Handlebars reads as one word after `{{>`. */
const PARTIAL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
/** Valid name of an asset: a file name that needs no escaping in URLs. */
const ASSET_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/

/** Reserved names: words with a meaning in Handlebars, and properties of each JavaScript object. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'true',
  'false',
  'null',
  'undefined',
  'this',
  'else',
  'as',
])

/** Checks the name of a partial. @throws {Refusal} `invalid`. */
export function requirePartialName(name: string): void {
  if (PARTIAL_NAME.test(name) && !RESERVED.has(name)) return
  throw new Refusal(
    'invalid',
    'The name of a partial must have at most 64 letters, digits, “-” and “_”, begin with a letter or digit, and not be a reserved word such as “this” or “else”.',
  )
}

/** Checks the name of an asset. @throws {Refusal} `invalid`. */
export function requireAssetName(name: string): void {
  if (ASSET_NAME.test(name) && !name.includes('..') && !RESERVED.has(name)) return
  throw new Refusal(
    'invalid',
    'The name of an asset must have at most 100 letters, digits, “.”, “-” and “_”, begin and end with a letter or digit, and not contain “..”, for example logo.png.',
  )
}
