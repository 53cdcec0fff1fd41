import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Runs the workflow of a user: starts the service on an empty folder, creates an account and an API key with the
// command line tool, uploads a template over HTTP, generates a PDF and downloads it. Only invoice.pdf remains.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_LIMIT_MS = 120_000
const run = promisify(execFile)

const dataDir = await mkdtemp(join(tmpdir(), 'platen-demo-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const environment = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }
let service: ChildProcess | undefined

try {
  await demonstrate()
} catch (error) {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  if (service && service.exitCode === null) {
    service.kill('SIGINT')
    await once(service, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
}

async function demonstrate(): Promise<void> {
  const started = performance.now()
  await step('Start the service: PostgreSQL, Chromium, template hosts', startService)
  const account = await step('Create an account: platen accounts create', () =>
    platen('accounts', 'create', '--email', 'ada@example.com'),
  )
  const userId = String(account['userId'])
  const token = await step('Create an API key: platen create-token', () =>
    platen('create-token', '--name', 'demo', '--account', userId),
  )
  const key = String(token['key'])
  const source = await readFile(join(ROOT, 'examples/invoice/template.hbs'))
  const data: unknown = JSON.parse(await readFile(join(ROOT, 'examples/invoice/data.json'), 'utf8'))
  const template = await step('Upload the invoice template: POST /v1/templates/upload', () =>
    call(key, '/v1/templates/upload', {
      name: 'Invoice',
      content: source.toString('base64'),
      contentEncoding: 'base64',
    }),
  )
  const generate = () => call(key, '/v1/pdf/generate', { templateId: template['templateId'], data })
  await step('Generate the PDF: POST /v1/pdf/generate', generate)
  const generated = await step('Generate it again with warm caches', generate)
  const pdf = await step('Download it by its signed URL', () => download(String(generated['pdfUrl'])))
  await writeFile(join(ROOT, 'invoice.pdf'), pdf)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\ninvoice.pdf: ${pdf.length.toLocaleString('en')} bytes, ${seconds} s in total.`)
  console.log('Next: run npm start and follow docs/tour.md.')
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`${name.padEnd(58, ' ')} ${(performance.now() - started).toFixed(0).padStart(6)} ms`)
  return result
}

async function startService(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'packages/server/src/main.ts')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  service = child
  const deadline = Date.now() + READY_LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('the service ended during its start')
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await delay(50)
  }
  throw new Error(`the service was not ready within ${READY_LIMIT_MS / 1000} s`)
}

async function platen(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'packages/cli/src/bin.ts'), ...args, '--json'], {
    env: environment,
  })
  return objectFrom(JSON.parse(stdout))
}

async function call(key: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const content = objectFrom(await response.json())
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${String(content['message'])}`)
  return content
}

async function download(pdfUrl: string): Promise<Buffer> {
  const response = await fetch(pdfUrl)
  if (!response.ok) throw new Error(`the download answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

function objectFrom(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value ? { ...value } : {}
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
