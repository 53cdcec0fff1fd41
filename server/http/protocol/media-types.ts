import Negotiator from 'negotiator'
import { Refusal } from '../../errors.ts'

/** In which a PDF can be answered: its link, itself, or a picture of it. The first is for who does not say. */
const MEDIA_TYPES = ['application/json', 'application/pdf', 'image/png'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/**
 * What the caller would like best of what we can answer. Who wants only what nobody has gets JSON, as always.
 * @param json why there is nothing but JSON, where that is so.
 * @throws {Refusal} `not-acceptable` where the caller wants a document and there is none.
 */
export function mediaTypeFor(accept: string | undefined, json?: string): MediaType {
  const negotiator = new Negotiator({ headers: { ...(accept !== undefined && { accept }) } })
  const best = negotiator.mediaType([...MEDIA_TYPES])
  const type = MEDIA_TYPES.find((one) => one === best) ?? 'application/json'
  if (json === undefined || type === 'application/json') return type
  if (negotiator.mediaType(['application/json']) !== undefined) return 'application/json'
  throw new Refusal(
    'not-acceptable',
    `${json}, so it is answered in JSON: Accept: ${type} asks for something else.`,
  )
}
