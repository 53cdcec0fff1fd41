import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openBrowser } from '../dashboard/browser.ts'
import { type Caller, type Platen as Service, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { startFront } from './front.ts'
import { installClient, type Project } from './package.ts'
import { codeIn } from './readme.ts'

const run = promisify(execFile)

const PROGRAM = `import { Platen, PlatenError, verifyWebhook } from '@platen/client'
const platen = Platen.fromEnvironment()
const { templateId } = await platen.templates.upload({ name: 'Ü', content: '<p>日本 {{n}}</p>' })
const pdf = await platen.pdf.generate({ templateId, data: { n: 1 } })
let length = 0
for await (const piece of pdf.stream()) length += piece.length
const job = await platen.pdf.generateAsync({ templateId, data: { n: 2 } })
const finished = await job.wait({ pollMs: 50 })
const error = await platen.templates.get('none').catch((error) => error)
const webhook = await verifyWebhook('{}', new Headers(), 'whsec_').catch((error) => error.name)
const never = await platen.templates.list({ signal: AbortSignal.abort('x') }).catch((reason) => reason)
console.log(JSON.stringify([
  length === pdf.size && (await pdf.download()).length === pdf.size,
  finished.status, error instanceof PlatenError && error.name, webhook, never,
]))
`

// Program of a page that is served from the address of the service.
const PAGE = `(async () => {
  const { Platen, PlatenError, Timeout } = await import('/client/index.js')
  const platen = new Platen({ apiKey: KEY, baseUrl: location.origin, retries: 1 })
  const content = '<p>Grüße 日本 🎉 {{n}}</p>' + '<!--' + 'é'.repeat(100000) + '-->'
  const { templateId } = await platen.templates.upload({ name: 'x', content })
  const stored = await platen.templates.get(templateId)
  const pdf = await platen.pdf.generate({ templateId, data: { n: 1 } })
  const job = await platen.pdf.generateAsync({ templateId, data: { n: 2 } })
  const finished = await job.wait({ pollMs: 50 })
  const reader = finished.stream().getReader()
  let length = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) length += piece.value.length
  const refused = await platen.pdf.generate({ templateId, data: [] }).catch((error) => error)
  const late = await platen.templates.list({ timeoutMs: 1, retries: 0 }).catch((error) => error instanceof Timeout)
  const outside = (() => { try { Platen.fromEnvironment() } catch (error) { return error.message } })()
  return [stored.content === content, (await pdf.download()).length === pdf.size, length === finished.size,
    refused instanceof PlatenError && refused.status, late, outside]
})()`

describe('the published client', () => {
  let service: Service
  let caller: Caller
  let project: Project
  let environment: NodeJS.ProcessEnv
  let front: Awaited<ReturnType<typeof startFront>>
  before(async () => {
    project = await installClient()
    const client = join(project.folder, 'node_modules/@platen/client/dist')
    front = await startFront(client, () => service.url)
    service = await startPlaten({ environment: { BASE_URL: front.url } })
    caller = await service.account({ credits: 100 })
    environment = { PATH: process.env['PATH'], PLATEN_API_KEY: caller.key, PLATEN_URL: service.url }
  })
  after(async () => {
    await front[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  it('contains only its modules and has no dependencies', async () => {
    const others = project.files
      .filter(
        (file) =>
          !/^dist\/(?:connection\/|templates\/|webhooks\/)?[a-z0-9-]+(\.d\.ts|\.js|\.js\.map)$/.test(file),
      )
      .toSorted()
    assert.deepEqual(others, ['LICENSE', 'README.md', 'package.json'])
    const manifest: object = JSON.parse(
      await readFile(join(project.folder, 'node_modules/@platen/client/package.json'), 'utf8'),
    )
    assert.ok(!('dependencies' in manifest) && !('private' in manifest))
    for (const file of project.files.filter((name) => name.endsWith('.js'))) {
      const code = await readFile(join(project.folder, 'node_modules/@platen/client', file), 'utf8')
      assert.doesNotMatch(
        code,
        /from ['"](?!\.{1,2}\/(?:connection\/|templates\/|webhooks\/)?[a-z0-9-]+\.js['"])|import\(|require\(/,
        file,
      )
    }
  })

  it('runs as plain JavaScript on all installed versions of Node, Deno and Bun', async (test) => {
    const program = join(project.folder, 'program.mjs')
    await writeFile(program, PROGRAM)
    const ran: string[] = []
    for (const [name, ...words] of await runtimes()) {
      const { stdout } = await run(name, [...words, program], { env: environment, cwd: project.folder })
      assert.deepEqual(
        JSON.parse(stdout),
        [true, 'completed', 'NotFound', 'WebhookSignatureError', 'x'],
        `${name} ${words.join(' ')}`,
      )
      ran.push(name)
    }
    test.diagnostic(`ran on ${ran.join(', ')}`)
    assert.ok(ran.includes(process.execPath))
  })

  it('runs in a browser on pages from the address of the service', async () => {
    await using browser = await openBrowser(service.config)
    await using visit = await browser.visit(service)
    await visit.page.goto(`${front.url}/page`)
    const result = await visit.page.evaluate(PAGE.replace('KEY', JSON.stringify(caller.key)))
    assert.deepEqual(result, [
      true,
      true,
      true,
      400,
      true,
      'The environment variable PLATEN_API_KEY is not set.',
    ])
  })

  it('runs the examples of its README', async () => {
    await writeReadme()
    const { stdout } = await run(process.execPath, ['readme.ts'], { env: environment, cwd: project.folder })
    assert.equal(stdout, 'no such template\n')
    const texts = async (file: string) => await textsOf(await readFile(join(project.folder, file)))
    assert.deepEqual(await texts('invoice.pdf'), ['Invoice No. 118'])
    assert.deepEqual(await texts('invoices.pdf'), ['Invoice No. 119', 'Invoice No. 120'])
  })

  it('has README examples that compile as strict TypeScript, and reports wrong types', async () => {
    await writeReadme()
    const wrong = `import { Platen } from '@platen/client'
const platen = new Platen({ apiKey: 'x', baseUrl: 'https://x' })
await platen.pdf.generate({ templateId: 7, data: {} })
await platen.pdf.generate({ templateId: 'x', data: 'y' })
const { nothing } = await platen.jobs.get('x')
`
    await writeFile(join(project.folder, 'wrong.ts'), wrong)
    await writeFile(
      join(project.folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          module: 'nodenext',
          types: [],
          noEmit: true,
        },
        files: ['readme.ts', 'wrong.ts', 'files.d.ts'],
      }),
    )
    // The only part of Node that the example uses.
    await writeFile(
      join(project.folder, 'files.d.ts'),
      "declare module 'node:fs/promises' { export function writeFile(path: string, data: Uint8Array): Promise<void> }\n",
    )
    const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
    const { stdout } = await run(process.execPath, [compiler, '-p', project.folder], {
      cwd: project.folder,
    }).then(
      () => assert.fail('There was no error'),
      (error: { stdout: string }) => error,
    )
    const errors = Array.from(stdout.matchAll(/^(\S.*): error /gm), ([, location]) => location?.split(',')[0])
    assert.deepEqual(errors, ['wrong.ts(3', 'wrong.ts(4', 'wrong.ts(5'], stdout)
  })

  const writeReadme = async () => {
    const code = await codeIn('client/README.md', 'ts')
    await writeFile(
      join(project.folder, 'readme.ts'),
      `${code}\ndeclare const process: { env: Record<string, string> }\n`,
    )
  }
})

/** Returns this Node, the Node of npm if it is another one, Deno and Bun, as far as they are installed. */
async function runtimes(): Promise<[string, ...string[]][]> {
  const commands: [string, ...string[]][] = [[process.execPath]]
  const machines = process.env['npm_node_execpath']
  if (machines && machines !== process.execPath && (await majorOf(machines)) >= 20) commands.push([machines])
  if (await isThere('deno')) commands.push(['deno', 'run', '--allow-env', '--allow-net'])
  if (await isThere('bun')) commands.push(['bun', 'run'])
  return commands
}

async function majorOf(node: string): Promise<number> {
  return Number.parseInt((await run(node, ['-p', 'process.versions.node'])).stdout, 10)
}

async function isThere(name: string): Promise<boolean> {
  return await run(name, ['--version']).then(
    () => true,
    () => false,
  )
}
