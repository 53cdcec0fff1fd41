import { writeFile } from 'node:fs/promises'
import { SAMPLE_CALLS } from '../../packages/documentation/src/samples/calls.ts'
import { RESPONSES, type SampleResponse } from '../../packages/documentation/src/samples/responses.ts'
import { disposeShared } from '../shared.ts'
import { asShown, openSampleWorkplace, runCurl } from './samples.ts'

// npm run docs:responses: records the responses to the samples of the API reference from a service.

/** Routes whose response is too long for the reference: a JSON Schema. */
const LEFT_OUT: ReadonlySet<string> = new Set(['GET /v1/einvoices/schema'])

await using stack = new AsyncDisposableStack()
stack.defer(disposeShared)
const workplace = stack.use(await openSampleWorkplace())
const responses: Record<string, SampleResponse> = {}
for (const route of Object.keys(SAMPLE_CALLS)) {
  const curl = (await workplace.samplesOf(route)).find(({ language }) => language === 'curl')
  if (!curl || LEFT_OUT.has(route)) continue
  const { status, body } = await runCurl(workplace.folder, curl)
  console.log(`${route}: ${status}`)
  if (status >= 300) throw new Error(body)
  if (body.startsWith('{'))
    responses[route] = asShown({ status, body: JSON.parse(body) }, workplace.platen.url)
}
await writeFile(RESPONSES, `${JSON.stringify(responses, undefined, 2)}\n`)
