import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BODY_BYTES_MAX } from '../../packages/server/src/http/bodies/json-bodies.ts'
import { SOURCE_BYTES_MAX } from '../../packages/template/src/template-limits.ts'

it('the largest template source fits into a request body with a name and a description', () => {
  const content = Buffer.alloc(SOURCE_BYTES_MAX).toString('base64')
  const body = { name: 'n'.repeat(200), description: 'd'.repeat(1_000), content, contentEncoding: 'base64' }
  assert.ok(Buffer.byteLength(JSON.stringify(body)) <= BODY_BYTES_MAX)
})
