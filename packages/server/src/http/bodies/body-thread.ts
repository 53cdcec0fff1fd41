// Parses large bodies in a thread. A body of 6.5 MB with many different keys takes up to 200 ms.

import { lowerOwnPriority, refusalAsData, type RefusalData } from '@platen/renderer/scheduling/in-thread'
import { checkLimits, parseBody } from './json-bodies.ts'

/** A checked body as JSON text. An object with many keys takes longer to transfer between threads than to parse. */
export interface LargeBody {
  /** JSON of the body, with `null` as `data`. */
  rest: string
  /** JSON of `data`, or of each element when `data` is an array. `undefined` without `data`. */
  data: string | (string | null)[] | undefined
}

/** Values that a large body may have besides `data`. They are parsed on the event loop. */
const OTHER_VALUES_MAX = 10_000

lowerOwnPriority()

/** Parses and checks a body with `parseBody`, and splits it into `data` and the rest. */
export function readLargeBody(bytes: Uint8Array): LargeBody | RefusalData {
  return refusalAsData(() => {
    const value = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const data = takeData(value)
    refuseManyOtherValues(value)
    return { rest: JSON.stringify(value), data }
  })
}

/** Limits the number of values outside `data`. @throws {Refusal} `invalid`, with the name of a field that is too large. */
function refuseManyOtherValues(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body))
      checkLimits(value, `The field ${name}`, OTHER_VALUES_MAX)
  checkLimits(body, 'The body besides data', OTHER_VALUES_MAX)
}

function takeData(value: unknown): LargeBody['data'] {
  if (typeof value !== 'object' || value === null || !('data' in value)) return undefined
  const { data } = value
  if (typeof data !== 'object' || data === null) return undefined
  value.data = null
  if (!Array.isArray(data)) return JSON.stringify(data)
  return data.map((element: unknown) => (element === null ? null : JSON.stringify(element)))
}
