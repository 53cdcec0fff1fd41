import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { resolveReferences } from '../../packages/documentation/src/open-api.ts'
import { type Person, type Platen, send, startPlaten } from '../harness.ts'

/** Route of the dashboard API. */
interface Route {
  method: string
  path: string
  statuses: number[]
  /** Names of the query parameters. */
  query: string[]
  /** Names of the fields of the body. */
  fields: string[]
}

const ODD = [
  '',
  ' ',
  '\u0000',
  'x'.repeat(5_000),
  '-1',
  '1e999',
  '💥\ud800',
  "' or 1=1 --",
  '../../etc/passwd',
  'null',
]
const ODD_BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '{"__proto__":{"role":"operator"}}',
  '{',
  '[['.repeat(50),
  '{"a":1e999}',
]

describe('dashboard API: unusual requests', () => {
  let platen: Platen
  let person: Person
  let routes: Route[]

  before(async () => {
    platen = await startPlaten()
    person = await platen.person({ role: 'operator' })
    routes = await routesOf(platen)
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  it('answers with a documented status, never with 500', async () => {
    assert.ok(routes.length > 30, `${routes.length} routes`)
    const wrong: string[] = []
    for (const route of routes) {
      for (const { path, body } of callsOf(route)) {
        const answer = await call(route.method, path, body)
        const label = `${route.method} ${path} ${JSON.stringify(body)}`.slice(0, 300)
        const isDocumented = answer.status !== 500 && route.statuses.includes(answer.status)
        const hasMessage = answer.status < 400 || typeof answer.body.message === 'string'
        if (!isDocumented || !hasMessage)
          wrong.push(`${label}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    assert.deepEqual(wrong, [])
    assert.equal((await person.call('GET', '/dashboard/api/me')).status, 200)
  })

  /** Calls a route. The body is sent as it is, except with GET. */
  async function call(method: string, path: string, body: string | undefined) {
    return await send(platen.url + path, method, method === 'GET' ? undefined : body, {
      authorization: `Bearer ${await person.token()}`,
    })
  }
})

function callsOf(route: Route): { path: string; body: string | undefined }[] {
  const path = route.path.replace(/\{\w+\}/g, randomUUID())
  const odd = <Value>(names: string[], value: Value) => Object.fromEntries(names.map((name) => [name, value]))
  const values = [...ODD, 7, -1, 1e20, true, null, [], {}, [[]], { $ne: 1 }]
  return [
    ...ODD.filter((text) => route.path.includes('{') && text.trim() !== '' && !text.includes('..')).map(
      (text) => ({
        path: route.path.replace(/\{\w+\}/g, encodeURIComponent(text.toWellFormed())),
        body: undefined,
      }),
    ),
    ...ODD.filter(() => route.query.length > 0).map((text) => ({
      path: `${path}?${new URLSearchParams(odd(route.query, text.toWellFormed())).toString()}`,
      body: undefined,
    })),
    ...(route.fields.length > 0
      ? [...ODD_BODIES, ...values.map((value) => JSON.stringify(odd(route.fields, value)))]
      : [undefined]
    ).map((body) => ({ path, body })),
  ]
}

async function routesOf(platen: Platen): Promise<Route[]> {
  const { body } = await send(`${platen.url}/dashboard/openapi.json`, 'GET')
  return Object.entries(resolveReferences(body).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      fields: Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {}),
    })),
  )
}
