import { PHASES } from '../telemetry/telemetry.ts'
import type { RequestEncryption } from './encryption.ts'
import type { StoredRequest } from './requests.ts'
import { BODY_BYTES_MAX } from './request-log.ts'

/** Returns the response for a request. The schemas of the routes select the fields. */
export function requestResponse(encryption: RequestEncryption, row: StoredRequest) {
  const { phases, warnings, failure, body, bodyLeftOut, durationMs, generationId, ...request } = row
  const response = failure && (encryption.decrypt(failure, row) ?? null)
  const requestBody = body && (encryption.decrypt(body, row) ?? null)
  return {
    ...request,
    renderId: generationId,
    durationMs: Math.round(durationMs * 10) / 10,
    phases: PHASES.flatMap((phase) => {
      const ms = phases[phase]
      return ms === undefined ? [] : [{ phase, ms }]
    }),
    warnings: Object.entries(warnings).map(([kind, count]) => ({ kind, count })),
    message: failure && (response === null ? UNREADABLE : messageOf(response)),
    errorBody: response,
    requestBody,
    requestBodyNote:
      body !== null && requestBody === null ? UNREADABLE : bodyLeftOut === null ? null : NOTES[bodyLeftOut],
  }
}

const UNREADABLE = 'This text was encrypted with another key and cannot be read.'
const NOTES = {
  size: `The body was larger than ${BODY_BYTES_MAX / 1024} KiB or had no Content-Length, so it was not kept.`,
  limit: 'The account kept too many bodies in this hour, so this one was not kept.',
}

function messageOf(failure: string): string {
  const { message }: { message: string } = JSON.parse(failure)
  return message
}
