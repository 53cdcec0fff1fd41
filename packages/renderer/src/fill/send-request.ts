import { Refusal } from '@platen/template/refusal'
import type { PausableClock } from '@platen/capacity/pausable-deadline'
import type { HostResponse, HostRequest } from './messages.ts'

/**
 * Sends a request to any of the template hosts.
 *
 * @param limitMs limit of the host's processor time for the request. In milliseconds
 * @param clock paused while the request waits for a host
 */
export type SendRequest = (
  tenant: string,
  request: HostRequest,
  limitMs: number,
  signal: AbortSignal,
  clock?: PausableClock,
) => Promise<HostResponse>

/**
 * Returns the response to a successful request.
 *
 * @throws {Refusal} `invalid` for a request that a host has rejected
 */
export function expectDone(response: HostResponse, message: string): HostResponse & { kind: 'done' } {
  if (response.kind === 'done') return response
  throw refusalOf(response, message)
}

/** Converts a host's rejection of a request to a refusal. */
export function refusalOf(response: HostResponse, message: string): Refusal {
  return response.kind === 'refused'
    ? new Refusal('invalid', message, { detail: response.reason, position: response.position })
    : new Refusal('invalid', message, { detail: 'The template failed.' })
}
