import { _, type Ajv, type KeywordDefinition } from 'ajv'

/**
 * Has a validator look at no more of a text than it must so as to know whether it is too short or too long, in
 * characters. Its own keywords count all of them, which takes longer than everything else that is done with 6.5 MB.
 */
export function limitLengthCounting(ajv: Ajv): void {
  for (const [keyword, isWithin] of Object.entries(KEYWORDS)) {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      errors: false,
      error: { message: 'is too short or too long', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
      compile: (limit: number) => (text: string) => isWithin(text, limit),
    } satisfies KeywordDefinition)
  }
}

const KEYWORDS = {
  maxLength: (text: string, limit: number) => lengthUpTo(limit + 1, text) <= limit,
  minLength: (text: string, limit: number) => lengthUpTo(limit, text) >= limit,
}

/** A text's characters, of which each is one or two units of UTF-16; no more than `most` are counted. */
function lengthUpTo(most: number, text: string): number {
  return text.length >= 2 * most ? most : Math.min(most, Array.from(text).length)
}
