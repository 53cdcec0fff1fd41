import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { RawAnswer } from './raw.ts'

// Patterns that no message may contain: stacks, SQL, names in code, files and machines.
const TELLTALES = [
  /\n\s+at /,
  /\.[jt]s:\d/,
  /node_modules/,
  /\bselect\b.*\bfrom\b|\binsert into\b|\bsyntax error at or near\b/i,
  /postgres|kysely|fastify|FST_|ERR_|HPE_/i,
  new RegExp(RegExp.escape(join(import.meta.dirname, '../..'))),
  new RegExp(`\\b${RegExp.escape(hostname())}\\b`),
]

/** Asserts that an answer is an error as the contract defines it, without internal details. */
export function assertFailure({ status, headers, body }: RawAnswer, label: string): void {
  assert.ok(status >= 400 && status <= 504, `${label}: ${status}`)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', label)
  const failure: Record<string, unknown> = JSON.parse(body)
  assert.ok(typeof failure['message'] === 'string' && failure['message'] !== '', label)
  const { problems = [], ...texts } = failure
  assert.ok(areTexts(texts, ['message', 'error']), `${label}: ${body.slice(0, 300)}`)
  assert.ok(
    Array.isArray(problems) &&
      problems.every((problem) => areTexts(problem, ['path', 'message', 'rule', 'term'])),
    `${label}: ${body.slice(0, 300)}`,
  )
  for (const telltale of TELLTALES) assert.doesNotMatch(body, telltale, label)
}

/** Returns true for an object whose fields have these names and are texts. */
function areTexts(fields: object, names: string[]): boolean {
  return Object.entries(fields).every(([name, value]) => names.includes(name) && typeof value === 'string')
}
