import { errorOf } from '@platen/client/errors'
import { withTimeout } from '@platen/client/timeouts'

const RESPONSE_LIMIT_MS = 40_000

/** Request to a path outside of `/v1`. */
export interface HttpRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Bearer token of a signed-in user. */
  token?: string
  /** Account of the call, by its user id. Default: the user's own account. */
  account?: string | undefined
  json?: object
  form?: Record<string, string>
  signal: AbortSignal
}

/** Sends a request and returns the response with any status. @throws {PlatenError} if there is no response. */
export async function sendRequest(
  url: string,
  request: HttpRequest,
): Promise<{ response: Response; body: Record<string, unknown> }> {
  const { method = 'GET', token, account, json, form, signal } = request
  const outcome = await withTimeout(RESPONSE_LIMIT_MS, signal, async (limited) => {
    const response = await fetch(url, {
      method,
      // Does not follow redirects, so that credentials reach this address only.
      redirect: 'error',
      signal: limited,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(account !== undefined && { 'x-platen-account': account }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { response, body: objectIn(await response.text()) }
  })
  if ('error' in outcome) throw outcome.error
  return outcome
}

/** Sends a request and returns the body. @throws {PlatenError} for a status that is not 2xx. */
export async function fetchJson(url: string, request: HttpRequest): Promise<Record<string, unknown>> {
  const { response, body } = await sendRequest(url, request)
  if (!response.ok) throw errorOf(response, body)
  return body
}

/** Parses a JSON object. Returns an empty object for any other text. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
