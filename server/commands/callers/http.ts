import { errorOf } from '../../../sdk/src/errors.ts'
import { within } from '../../../sdk/src/limits.ts'

const ANSWER_LIMIT_MS = 40_000

/** A call of something that is none of `/v1`. */
export interface HttpRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Of somebody who is signed in. */
  token?: string
  json?: object
  form?: Record<string, string>
  signal: AbortSignal
}

/** Whatever was answered, good or not. @throws {PlatenError} where no answer came. */
export async function ask(
  url: string,
  question: HttpRequest,
): Promise<{ answer: Response; body: Record<string, unknown> }> {
  const { method = 'GET', token, json, form, signal } = question
  const outcome = await within(ANSWER_LIMIT_MS, signal, async (limited) => {
    const answer = await fetch(url, {
      method,
      // Whoever is asked is asked there and nowhere else.
      redirect: 'error',
      signal: limited,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { answer, body: objectIn(await answer.text()) }
  })
  if ('error' in outcome) throw outcome.error
  return outcome
}

/** A good answer's body. @throws {PlatenError} for any other. */
export async function answered(url: string, question: HttpRequest): Promise<Record<string, unknown>> {
  const { answer, body } = await ask(url, question)
  if (!answer.ok) throw errorOf(answer, body)
  return body
}

/** A text's value, if it is an object; nothing otherwise. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
