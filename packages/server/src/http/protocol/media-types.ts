import Negotiator from 'negotiator'
import { Refusal } from '@platen/template/refusal'

/** Returns true when `Accept` prefers XML to JSON. */
export function prefersXml(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { ...(accept !== undefined && { accept }) } })
  const best = negotiator.mediaType(['application/json', 'application/xml', 'text/xml'])
  return best !== undefined && best !== 'application/json'
}

/** Media types of a render: a link to the PDF (the default), the PDF, or a picture of a sheet. */
const MEDIA_TYPES = ['application/json', 'application/pdf', 'image/png'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/**
 * Returns the media type that `Accept` prefers. JSON when it accepts none of the available types.
 * @param onlyJson reason why only JSON is available. Start of the error message.
 * @throws {Refusal} `not-acceptable` when only JSON is available and `Accept` requires a document.
 */
export function mediaTypeFor(accept: string | undefined, onlyJson?: string): MediaType {
  const negotiator = new Negotiator({ headers: { ...(accept !== undefined && { accept }) } })
  const best = negotiator.mediaType([...MEDIA_TYPES])
  const type = MEDIA_TYPES.find((mediaType) => mediaType === best) ?? 'application/json'
  if (onlyJson === undefined || type === 'application/json') return type
  if (negotiator.mediaType(['application/json']) !== undefined) return 'application/json'
  throw new Refusal(
    'not-acceptable',
    `${onlyJson}. The response is JSON, but Accept is ${type}. Add application/json to Accept.`,
  )
}
