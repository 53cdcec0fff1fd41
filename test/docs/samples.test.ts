import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CALLS } from '../../packages/documentation/src/samples/calls.ts'
import { RESPONSES, type SampleResponse } from '../../packages/documentation/src/samples/responses.ts'
import type { Sample } from '../../packages/documentation/src/samples/write-samples.ts'
import { OPENAPI_FILES } from '../../packages/server/src/openapi/documents.ts'
import { missingPython } from '../sdk/python.ts'
import { asShown, openSampleWorkplace, runCurl, runPrograms, type SampleWorkplace } from './samples.ts'
import { isInstalled } from './workplace.ts'

const ROUTES = Object.keys(SAMPLE_CALLS)

describe('the samples of the API reference', () => {
  let workplace: SampleWorkplace
  before(async () => {
    workplace = await openSampleWorkplace()
  })
  after(() => workplace?.[Symbol.asyncDispose]())

  it('exist for every route of the API', async () => {
    const { paths } = JSON.parse(await readFile(OPENAPI_FILES.v1, 'utf8'))
    const routes = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(ROUTES.toSorted(), routes.toSorted())
  })

  it('run with curl, with the responses that the reference shows (npm run docs:responses)', async (test) => {
    if (!(await isInstalled('curl'))) return test.skip('this machine has no curl')
    const recorded: Record<string, SampleResponse> = JSON.parse(await readFile(RESPONSES, 'utf8'))
    const shown: string[] = []
    for (const route of ROUTES) {
      const sample = await sampleIn(route, 'curl')
      const { status, body } = await runCurl(workplace.folder, sample ?? assert.fail(route))
      assert.ok(status >= 200 && status < 300, `${route}: ${status} ${body}`)
      if (!(route in recorded)) continue
      shown.push(route)
      const response = asShown({ status, body: JSON.parse(body) }, workplace.platen.url)
      assert.deepEqual(shapeOf(recorded[route]), shapeOf(response), route)
    }
    assert.deepEqual(shown.toSorted(), Object.keys(recorded).toSorted())
  })

  it('run in TypeScript', async () => {
    await runPrograms(workplace.folder, 'typescript', await programsIn('typescript'))
  })

  it('run in Python', async (test) => {
    const reason = await missingPython()
    if (reason !== false) return test.skip(reason)
    await runPrograms(workplace.folder, 'python', await programsIn('python'))
  })

  async function programsIn(language: 'typescript' | 'python'): Promise<Map<string, string>> {
    const programs = new Map<string, string>()
    for (const route of ROUTES) {
      const sample = SAMPLE_CALLS[route]?.method === undefined ? undefined : await sampleIn(route, language)
      if (sample) programs.set(route, sample.code)
    }
    return programs
  }

  async function sampleIn(route: string, language: Sample['language']): Promise<Sample | undefined> {
    return (await workplace.samplesOf(route)).find((sample) => sample.language === language)
  }
})

/** Returns the names and types of a value. A list has the shape of its first entry. `null` matches each type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? 'list' : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, shapeOf(one)]),
  )
}
