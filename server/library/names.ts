import { Refusal } from '../errors.ts'

/** What a partial may be called: what Handlebars reads as one word after `{{>`. */
const PARTIAL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
/** What an asset may be called: a file's name, as it stands in addresses without being escaped. */
const ASSET_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/

/** What Handlebars reads as something else, and what every object has. */
const TAKEN: ReadonlySet<string> = new Set([
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

/** @throws {Refusal} `invalid` for what can be no partial's name. */
export function requirePartialName(name: string): void {
  if (PARTIAL_NAME.test(name) && !TAKEN.has(name)) return
  throw new Refusal(
    'invalid',
    'A partial’s name has at most 64 letters, digits, “-” and “_”, begins with a letter or digit, and is no word that means something else.',
  )
}

/** @throws {Refusal} `invalid` for what can be no asset's name. */
export function requireAssetName(name: string): void {
  if (ASSET_NAME.test(name) && !name.includes('..') && !TAKEN.has(name)) return
  throw new Refusal(
    'invalid',
    'An asset’s name has at most 100 letters, digits, “.”, “-” and “_”, begins and ends with a letter or digit, and has no “..” in it: logo.png',
  )
}
