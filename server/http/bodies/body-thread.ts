// Reads large bodies, in threads: one of 6.5 MB with many different keys takes up to 200 ms.

import { lowerOwnPriority, orRefused, type Refused } from '../../rendering/scheduling/in-thread.ts'
import { refuseOverLimits, valueIn } from './json-bodies.ts'

/** A body as it comes back: text, since objects with many keys take longer to hand over than to parse. */
export interface LargeBody {
  /** The body's JSON, with null in the place of `data`. */
  rest: string
  /** The JSON of `data`: of each element, where it is a list. */
  data: string | (string | null)[] | undefined
}

/** What a large body may hold besides `data`. It is parsed on the event loop. */
const OTHER_VALUES_MAX = 10_000

lowerOwnPriority()

/** Checks a body as `valueIn` does, and takes it apart. */
export function readLargeBody(bytes: Uint8Array): LargeBody | Refused {
  return orRefused(() => {
    const value = valueIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const data = takeData(value)
    refuseManyOtherValues(value)
    return { rest: JSON.stringify(value), data }
  })
}

/** @throws {Refusal} `invalid`, which names the field when one alone holds too many. */
function refuseManyOtherValues(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body))
      refuseOverLimits(value, `The field ${name}`, OTHER_VALUES_MAX)
  refuseOverLimits(body, 'The body besides data', OTHER_VALUES_MAX)
}

function takeData(value: unknown): LargeBody['data'] {
  if (typeof value !== 'object' || value === null || !('data' in value)) return undefined
  const { data } = value
  if (typeof data !== 'object' || data === null) return undefined
  value.data = null
  if (!Array.isArray(data)) return JSON.stringify(data)
  return data.map((element: unknown) => (element === null ? null : JSON.stringify(element)))
}
