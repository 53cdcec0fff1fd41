import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { blocksIn } from '../../docs/blocks.ts'
import { SAMPLE_CALLS, SAMPLE_IDS } from '../../packages/documentation/src/samples/calls.ts'
import type { SampleResponse } from '../../packages/documentation/src/samples/responses.ts'
import { type Sample, writeSamples } from '../../packages/documentation/src/samples/write-samples.ts'
import { base64, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { PYTHON_SOURCES } from '../sdk/python.ts'
import { issue, writePkcs12 } from '../signing/pki.ts'
import { type Listener, startListener } from '../webhooks/listener.ts'
import { installSources } from './packages.ts'

const run = promisify(execFile)
const ROOT = new URL('../../', import.meta.url)
const HOOK = 'https://hook.allowed.test/platen'
const WRITTEN_HOOK = 'https://example.com/hooks/platen'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Id of other resources in the responses. */
const OTHER_ID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const LIST_MAX = 2
const TEXT_LENGTH_MAX = 160
const RUN_LIMIT_MS = 300_000

/** Service and folder in which the samples of the API reference run. */
export interface SampleWorkplace extends AsyncDisposable {
  platen: Platen
  folder: string
  /** Creates an account with the resources of a sample. @returns its samples, with the ids of the resources. */
  samplesOf(route: string): Promise<Sample[]>
}

/** Starts the service, and writes the files that the samples read. */
export async function openSampleWorkplace(): Promise<SampleWorkplace> {
  await using stack = new AsyncDisposableStack()
  const listener = stack.use(await startListener())
  const platen = stack.use(
    await startPlaten({
      environment: { EGRESS: 'public', CERTIFICATE_KEY: Buffer.alloc(32, 5).toString('base64') },
      overrides: { network: listener.network },
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'platen-samples-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await writeFiles(folder, await platen.account())
  const parts = stack.move()
  return {
    platen,
    folder,
    async samplesOf(route) {
      // A batch with two rows is paused after the first one: it can be cancelled and resumed.
      const usesBatch = JSON.stringify(SAMPLE_CALLS[route]).includes(SAMPLE_IDS.batchId)
      const caller = await platen.account({ credits: usesBatch ? 1 : 100 })
      const ids = await createResources(route, caller, listener)
      const access = { baseUrl: platen.url, key: caller.key }
      const replaced = [...Object.entries(ids), [WRITTEN_HOOK, HOOK] as const]
      return writeSamples(route, access).map((sample) => ({
        ...sample,
        code: replaced.reduce((code, [written, own]) => code.replaceAll(written, () => own), sample.code),
      }))
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Runs the curl command of a sample. @returns its status and its body, which is empty if the command writes a file. */
export async function runCurl(folder: string, { code }: Sample): Promise<{ status: number; body: string }> {
  const command = code.replace(/^curl /, "curl -sS -w '\\n%{http_code}' ")
  const { stdout } = await run('bash', ['-c', command], { cwd: folder })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

/** Runs programs one after another in one process. @throws for the first that fails, with its name. */
export async function runPrograms(
  folder: string,
  language: 'typescript' | 'python',
  programs: Map<string, string>,
): Promise<void> {
  const programsFolder = join(folder, language)
  await mkdir(programsFolder)
  const extension = language === 'python' ? 'py' : 'ts'
  const files: [name: string, file: string][] = []
  for (const [name, code] of programs) {
    const file = join(programsFolder, `${files.length}.${extension}`)
    await writeFile(file, code)
    files.push([name, file])
  }
  const start = join(programsFolder, `run.${language === 'python' ? 'py' : 'js'}`)
  await writeFile(start, language === 'python' ? pythonStart(files) : nodeStart(files))
  if (language === 'typescript') await installSources(folder)
  await run(language === 'python' ? 'python3' : process.execPath, [start], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PYTHONPATH: PYTHON_SOURCES,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    timeout: RUN_LIMIT_MS,
  })
}

function nodeStart(files: readonly [string, string][]): string {
  return `for (const [name, file] of ${JSON.stringify(files)})
  await import(file).catch((error) => { throw new Error(\`The sample of \${name} failed\`, { cause: error }) })`
}

function pythonStart(files: readonly [string, string][]): string {
  return `import runpy
for name, file in ${JSON.stringify(files)}:
    try:
        runpy.run_path(file)
    except Exception as error:
        raise RuntimeError(f"The sample of {name} failed") from error`
}

/** Returns a response as the reference shows it: the same at each run, and short. */
export function asShown({ status, body }: SampleResponse, url: string): SampleResponse {
  return { status, body: shorten(body) }

  function shorten(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((one) => shorten(one))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, key)]))
    return typeof value === 'string' ? shortenText(value, name) : value
  }

  function shortenText(text: string, name: string): string {
    if (new RegExp(`^${UUID.source}$`).test(text)) return idOf(name)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return '2026-11-21T09:30:00.000Z'
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return '2026-11-21'
    if (/^[0-9a-f]{64}$/.test(text)) return `${text.slice(0, 16)}…`
    if (text.startsWith('whsec_')) return 'whsec_…'
    const own = text
      .replaceAll(url, 'http://127.0.0.1:3000')
      .replaceAll(HOOK, WRITTEN_HOOK)
      .replaceAll(UUID, OTHER_ID)
    if (own.includes('/files/')) return `${own.slice(0, own.indexOf('/files/'))}/files/…`
    return own.length > TEXT_LENGTH_MAX ? `${own.slice(0, TEXT_LENGTH_MAX / 2)}…` : own
  }
}

function idOf(name: string): string {
  return (
    new Map<string, string>(Object.entries({ ...SAMPLE_IDS, id: SAMPLE_IDS.templateId })).get(name) ??
    OTHER_ID
  )
}

async function writeFiles(folder: string, caller: Caller): Promise<void> {
  const page = await readFile(new URL('docs/guides/e-invoices.md', ROOT), 'utf8')
  const invoice = blocksIn(page).find(({ values }) => values['file'] === 'invoice.json')?.code ?? ''
  const { body } = await caller.call('POST', '/v1/einvoices', {
    format: 'xrechnung-ubl',
    invoice: JSON.parse(invoice),
  })
  const files = {
    'invoice.json': invoice,
    'invoice.xml': body.xml,
    'logo.png': Buffer.from(PNG, 'base64'),
    'certificate.p12': await writePkcs12(await issue({ name: 'Ada Seal' }), [], 'secret of the file'),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

/** Creates what the call of a route needs. @returns the ids of the resources by the ids in the samples. */
async function createResources(
  route: string,
  caller: Caller,
  listener: Listener,
): Promise<Record<string, string>> {
  const call: Caller['call'] = (...request) => caller.call(...request)
  const sample = JSON.stringify(SAMPLE_CALLS[route])
  const ids: Record<string, string> = {}
  const uses = (id: keyof typeof SAMPLE_IDS) => sample.includes(SAMPLE_IDS[id])
  const templateId = await caller.upload('<p>Hello {{name}}</p>', 'Hello')
  ids[SAMPLE_IDS.templateId] = templateId
  const content = { content: base64('<p>{{name}}</p>'), contentEncoding: 'base64' }
  if (uses('templateId')) {
    const template = `/v1/templates/${templateId}`
    await call('PUT', `${template}/schema`, { type: 'object', properties: { name: { type: 'string' } } })
    await call('PUT', `${template}/sample-data`, { name: 'Ada' })
    if (/draft|publish/.test(route)) await call('PUT', `${template}/draft`, content)
    if (route.includes('data-sets')) await call('PUT', `${template}/data-sets/two-sheets`, { name: 'Grace' })
    if (route.includes('unarchive')) await call('POST', `${template}/archive`)
  }
  if (route.includes('partials')) await call('PUT', '/v1/partials/footer', content)
  if (route.includes('assets'))
    await call('PUT', '/v1/assets/logo.png', Buffer.from(PNG, 'base64'), {
      'content-type': 'application/octet-stream',
    })
  if (/(?:GET|DELETE) .*certificates/.test(route)) {
    const file = await writePkcs12(await issue({ name: 'Ada Seal' }), [], 'secret-1')
    const certificate = { name: 'company-seal', content: file.toString('base64'), password: 'secret-1' }
    await call('POST', '/v1/certificates', certificate)
  }
  if (uses('listenerId')) {
    const { body } = await call('POST', '/v1/webhook-listeners', {})
    ids[SAMPLE_IDS.listenerId] = body.listenerId
  }
  if (uses('webhookId') || route === 'GET /v1/webhooks') {
    const { body } = await call('POST', '/v1/webhooks', { url: HOOK, events: ['job.completed'] })
    ids[SAMPLE_IDS.webhookId] = body.webhookId
    const test = await call('POST', `/v1/webhooks/${body.webhookId}/test`)
    ids[SAMPLE_IDS.deliveryId] = test.body.deliveryId
    const delivery = `/v1/webhooks/${body.webhookId}/deliveries/${test.body.deliveryId}`
    await listener.requestsTo('/platen', 1)
    await eventually(async () => (await call('GET', delivery)).body.delivery.status === 'delivered')
  }
  if (uses('batchId') || route === 'GET /v1/batches')
    ids[SAMPLE_IDS.batchId] = await endedBatch(caller, templateId)
  if (/jobs|poll|usage/.test(route)) ids[SAMPLE_IDS.jobId] = await completedJob(caller, templateId)
  if (route.includes('requests')) {
    const failed = await caller.generate(SAMPLE_IDS.jobId, { name: 'Ada' })
    const requestId = failed.headers.get('x-request-id') ?? ''
    ids[SAMPLE_IDS.requestId] = requestId
    await eventually(async () => (await call('GET', `/v1/requests/${requestId}`)).status === 200)
  }
  return ids
}

/** Starts a batch of two rows. Returns its id when it is completed, or paused because the account has one credit. */
async function endedBatch(caller: Caller, templateId: string): Promise<string> {
  const rows = Buffer.from('{"name":"Ada"}\n{"name":"Grace"}')
  const path = `/v1/batches?templateId=${templateId}`
  const { body } = await caller.call('POST', path, rows, { 'content-type': 'application/jsonl' })
  const { batchId } = body.batch
  await eventually(async () => {
    const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
    return batch.status === 'completed' || batch.status === 'paused'
  })
  return batchId
}

async function completedJob(caller: Caller, templateId: string): Promise<string> {
  const { headers } = await caller.generate(templateId, { name: 'Ada' }, { async: true })
  const path = headers.get('location') ?? ''
  await eventually(async () => (await caller.call('GET', path)).body.job.status === 'completed')
  return path.slice(path.lastIndexOf('/') + 1)
}
