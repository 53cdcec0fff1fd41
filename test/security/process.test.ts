import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { drawSheet } from '../../packages/renderer/src/image/drawer.ts'
import { networkIsolation } from '../../packages/renderer/src/isolation/network-isolation.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'
import { type Answer, eventually } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { callerOf, type ServiceProcess, startProcess } from '../process.ts'
import { descendantsOf, isHostFile } from '../processes.ts'
import { programVariables } from '../variables.ts'

const ROOT = process.getuid?.() === 0
const run = promisify(execFile)
/** An unprivileged user without an account. PostgreSQL requires a user with a name. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }
const CANARIES = {
  SECRET_CANARY: 'canary-extra',
  SMTP_URL: 'smtp://someone:canary-mail@127.0.0.1:9',
  PGPASSWORD: 'canary-database',
  NODE_OPTIONS: '--max-old-space-size=4096 --stack-trace-limit=77',
  // A program that exists everywhere and does nothing.
  LD_PRELOAD: 'libm.so.6',
}

const REQUIRED = [
  '--headless',
  '--remote-debugging-pipe',
  /^--user-data-dir=\/.+/,
  /^--proxy-server=http:\/\/127\.0\.0\.1:\d+$/,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-3d-apis',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  /^--js-flags=.*--max-old-space-size=\d+/,
]
const FORBIDDEN = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-web-security',
  '--allow-file-access-from-files',
  '--disable-site-isolation-trials',
  '--ignore-certificate-errors',
  '--remote-debugging-port',
  '--remote-debugging-address',
  '--single-process',
  '--no-zygote',
]

describe('the processes of a running service', () => {
  let service: ServiceProcess
  let processes: Seen[]
  let own: Seen
  let layers: string[]
  before(async () => {
    service = await startProcess(CANARIES)
    layers = await layersFor()
    assert.deepEqual(await printOn(service, '<p>{{word}}</p>', { word: 'well' }), ['well'])
    own = await inspectService(service)
    processes = await settledProcesses(service, layers)
  })
  after(() => service[Symbol.asyncDispose]())

  it('R63 processes for untrusted input hold no secret of the service; the service does', () => {
    const untrusted = processes.filter((one) => isChromium(one) || isHost(one))
    assert.ok(untrusted.filter(isChromium).length >= 3 && untrusted.filter(isHost).length >= 2)
    for (const { pid, command, environment } of untrusted) {
      const text = `${command.join(' ')} ${environment.join(' ')}`
      assert.doesNotMatch(text, /canary|NODE_OPTIONS|LD_PRELOAD|DATABASE|SMTP|4096/, `${pid}: ${text}`)
    }
    for (const host of untrusted.filter(isHost)) {
      const names = host.environment.map((entry) => entry.split('=', 1)[0]).toSorted()
      assert.deepEqual(names, ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'])
    }
    for (const [name, value] of Object.entries(CANARIES))
      assert.ok(own.environment.includes(`${name}=${value}`), name)
    assert.ok(
      untrusted.some((one) => isChromium(one) && one.environment.some((entry) => entry.startsWith('HOME='))),
    )
  })

  it('R63 processes for untrusted input hold none of its sockets, listening or to the database; the service does', async () => {
    const listening = await socketsIn('0A')
    const connected = await socketsIn('01')
    assert.ok(own.sockets.some((socket) => listening.has(socket)))
    assert.ok(own.sockets.some((socket) => connected.has(socket)))
    for (const one of processes.filter((one) => isChromium(one) || isHost(one))) {
      const label = `${one.pid} ${one.command.slice(0, 3).join(' ')}`
      assert.deepEqual(
        one.sockets.filter((socket) => own.sockets.includes(socket)),
        [],
        label,
      )
      assert.deepEqual(
        one.sockets.filter((socket) => listening.has(socket)),
        [],
        label,
      )
      assert.deepEqual(
        one.files.filter((file) => file.startsWith(service.dataDir)),
        [],
        label,
      )
    }
    assert.ok(processes.filter(isHost).every(({ files }) => files.length > 0))
  })

  it('R64 Chromium runs with all required flags and none that weakens it', () => {
    const browsers = processes.filter(
      (one) => isChromium(one) && !one.command.some((flag) => flag.startsWith('--type=')),
    )
    assert.equal(browsers.length, 1)
    const [browser] = browsers
    for (const flag of REQUIRED)
      assert.ok(
        browser?.command.some((argument) =>
          typeof flag === 'string' ? argument === flag : flag.test(argument),
        ),
        `${flag} is not among ${browser?.command.join(' ')}`,
      )
    for (const { command } of processes.filter(isChromium))
      for (const flag of FORBIDDEN)
        assert.ok(
          !command.some((argument) => argument.split('=', 1)[0] === flag),
          `${flag} in ${command.join(' ')}`,
        )
  })

  it("R64 Chromium's pages run in the sandbox: seccomp, no new privileges, own namespaces", () => {
    const browser = processes.find(
      (one) => isChromium(one) && one.command.includes('--headless') && !isTyped(one),
    )
    assert.ok(browser)
    assert.notEqual(browser.uid, 0)
    const renderers = processes.filter(isRenderer)
    assert.ok(renderers.length > 0)
    for (const renderer of renderers) {
      assert.match(renderer.status, /^Seccomp:\s+2$/m)
      assert.match(renderer.status, /^NoNewPrivs:\s+1$/m)
      assert.match(renderer.status, /^CapEff:\s+0+$/m)
      assert.notEqual(renderer.uid, 0)
      for (const kind of ['user', 'processes', 'network'] as const) {
        assert.match(renderer.namespaces[kind], /\d/)
        assert.notEqual(renderer.namespaces[kind], browser.namespaces[kind], kind)
      }
    }
    // The service itself lacks these signs, so they belong to the sandbox and not to the machine.
    assert.match(own.status, /^Seccomp:\s+0$/m)
  })

  it('R68 template hosts have their own network namespace and inherit no descriptor', async () => {
    await assertIsolated(service, processes.filter(isHost), layers)
  })

  it('R68 drawing processes have their own network namespace and inherit no descriptor', async () => {
    const pdf = await readFile(new URL('../rendering/fixtures/invoice.pdf', import.meta.url))
    const size = { sheet: 1, widthMax: 3_000, heightMax: 3_000 }
    const { descriptorLimit } = await networkIsolation()
    const drawer = await eventually(async () => {
      let isDrawing = true
      const drawing = drawSheet(pdf, size, unprivilegedUsers().drawer, AbortSignal.timeout(60_000))
      const drawn = drawing.finally(() => (isDrawing = false))
      let match: Seen | undefined
      while (isDrawing && !match) {
        const children = (await descendantsOf(process.pid)).map(inspect)
        match = (await Promise.all(children)).find(
          (one) => one && isDrawer(one) && isWithoutDescriptors(one) === descriptorLimit,
        )
      }
      await drawn
      return match
    }, 60_000)
    await assertIsolated(service, [drawer], layers)
  })

  it('H13 template hosts have a memory limit and no access to files, processes and threads', async () => {
    const [host] = processes.filter(isHost)
    assert.ok(host)
    const program = host.command.findIndex(isHostFile)
    const flags = host.command.slice(1, program)
    const refused = await probed(flags, service.dataDir, {})
    assert.deepEqual(refused, {
      heapIsSmall: true,
      passwd: 'ERR_ACCESS_DENIED',
      environ: 'ERR_ACCESS_DENIED',
      data: 'ERR_ACCESS_DENIED',
      source: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
      worker: 'ERR_ACCESS_DENIED',
      inspector: 'ERR_ACCESS_DENIED',
    })
    // Access without the flags and with the environment of the service.
    const free = await probed([], service.dataDir, { NODE_OPTIONS: CANARIES.NODE_OPTIONS })
    const names = Object.keys(refused).filter((name) => name !== 'heapIsSmall')
    assert.deepEqual(free, {
      heapIsSmall: false,
      ...Object.fromEntries(names.map((name) => [name, 'done'])),
    })
  })

  it("H13 a template host ends at its memory limit, whatever the service's NODE_OPTIONS", async () => {
    const { status, body } = await generateOn(service, '{{#each a}}{{lower @root.s}}{{/each}}', {
      a: Array.from({ length: 520 }, () => 0),
      s: 'Ж'.repeat(1_000_000),
    })
    assert.equal(status, 400)
    assert.equal(
      body.error,
      'Filling the template exceeds the memory limit of 512 MB. Simplify the template, or send less data.',
    )
  })
})

describe('the service', () => {
  it(
    'needs no root: it prints as a user that owns only its folders',
    { skip: ROOT ? false : 'every test of this run shows it: none of them is root' },
    async () => {
      await using stack = new AsyncDisposableStack()
      const cacheDir = await mkdtemp(join(tmpdir(), 'platen-cache-'))
      stack.defer(() => rm(cacheDir, { recursive: true, force: true }))
      await chown(cacheDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
      const service = stack.use(
        await startProcess({ CACHE_DIR: cacheDir, HOME: cacheDir }, { user: UNPRIVILEGED }),
      )
      assert.deepEqual(await printOn(service, '<p>{{word}}</p>', { word: 'well' }), ['well'])
      const ownLayers = await layersFor(UNPRIVILEGED)
      const all = [await inspectService(service), ...(await settledProcesses(service, ownLayers))]
      await assertIsolated(service, all.filter(isHost), ownLayers)
      for (const { uid, command } of all) assert.equal(uid, UNPRIVILEGED.uid, command.join(' '))
      for (const { status } of all.filter(isRenderer)) assert.match(status, /^Seccomp:\s+2$/m)
    },
  )
})

/** Properties of a process from /proc. */
interface Seen {
  pid: number
  command: string[]
  environment: string[]
  status: string
  uid: number
  /** Targets of its open descriptors. Sockets by number. */
  files: string[]
  sockets: string[]
  /** Its limits as Linux lists them. */
  limits: string
  /** Its namespaces. Empty when this user may not read them. */
  namespaces: Record<'user' | 'processes' | 'network', string>
}

/** Returns the properties of a process. `undefined` when it has ended, or ends meanwhile. */
async function inspect(pid: number): Promise<Seen | undefined> {
  const folder = `/proc/${pid}`
  try {
    const namespace = (kind: string) => unlessForbidden(readlink(`${folder}/ns/${kind}`), '')
    const [command, environment, status, limits, files, user, processes, network] = await Promise.all([
      readFile(`${folder}/cmdline`, 'utf8'),
      unlessForbidden(readFile(`${folder}/environ`, 'utf8'), ''),
      readFile(`${folder}/status`, 'utf8'),
      readFile(`${folder}/limits`, 'utf8'),
      unlessForbidden(openFiles(folder), []),
      namespace('user'),
      namespace('pid'),
      namespace('net'),
    ])
    return {
      pid,
      command: argumentsOf(command),
      environment: environment.split('\0').filter(Boolean),
      status,
      uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
      files,
      sockets: files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.slice(1) ?? []),
      limits,
      namespaces: { user, processes, network },
    }
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** Returns the targets of the open descriptors. A descriptor may be closed meanwhile. */
async function openFiles(folder: string): Promise<string[]> {
  const handles = await readdir(`${folder}/fd`)
  return await Promise.all(handles.map((fd) => readlink(`${folder}/fd/${fd}`).catch(() => '')))
}

/** Waits for a property that Linux shows only to users with more rights than the process. */
async function unlessForbidden<Property>(work: Promise<Property>, otherwise: Property): Promise<Property> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'EACCES') return otherwise
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Chromium's children rewrite their command lines, with spaces as separators. */
function argumentsOf(command: string): string[] {
  const list = command.split('\0').filter(Boolean)
  return list.length > 1 ? list : (list[0] ?? '').split(/ (?=--)/)
}

function isChromium({ command }: Seen): boolean {
  return /chrom/i.test(basename(command[0] ?? ''))
}

function isTyped({ command }: Seen): boolean {
  return command.some((flag) => flag.startsWith('--type='))
}

function isRenderer(one: Seen): boolean {
  return isChromium(one) && one.command.includes('--type=renderer')
}

function isHost({ command }: Seen): boolean {
  return command.some(isHostFile)
}

function isDrawer({ command }: Seen): boolean {
  return command.some((argument) => /\/draw\.[jt]s$/.test(argument))
}

function isWithoutDescriptors({ limits }: Seen): boolean {
  return /^Max open files +0 +0 /m.test(limits)
}

/** Returns the layers of isolation that the machine allows for processes of a user. */
async function layersFor(user?: typeof UNPRIVILEGED): Promise<string[]> {
  const program = `
    import { describeIsolation, networkIsolation } from '${import.meta.resolve('../../packages/renderer/src/isolation/network-isolation.ts')}'
    console.log(JSON.stringify(describeIsolation(await networkIsolation()).layers))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    cwd: '/',
    env: programVariables(),
  })
  return JSON.parse(stdout)
}

async function inspectService({ child }: ServiceProcess): Promise<Seen> {
  const own = await inspect(child.pid ?? 0)
  assert.ok(own, 'the service has ended')
  return own
}

/** Waits until the children of a service have dropped their privileges, and returns them. */
async function settledProcesses({ child }: ServiceProcess, layers: string[]): Promise<Seen[]> {
  const isLimited = layers.includes('descriptor limit')
  return await eventually(async () => {
    const children = await Promise.all((await descendantsOf(child.pid ?? 0)).map(inspect))
    const all = children.filter((one) => one !== undefined)
    const hosts = all.filter(isHost)
    const areSettled = hosts.every((host) => host.uid !== 0 && isWithoutDescriptors(host) === isLimited)
    return hosts.length >= 2 && areSettled && all.some(isRenderer) && all
  })
}

/** Asserts that processes are isolated by `layers`. */
async function assertIsolated(service: ServiceProcess, isolated: Seen[], layers: string[]): Promise<void> {
  assert.ok(layers.includes('loader block'))
  assert.ok(isolated.length > 0)
  const own = await inspectService(service)
  for (const one of isolated) {
    assert.equal(isWithoutDescriptors(one), layers.includes('descriptor limit'), one.limits)
    assert.match(one.namespaces.network, /\d/)
    assert.equal(one.namespaces.network !== own.namespaces.network, layers.includes('network namespace'))
  }
}

/** Returns the inode numbers of all TCP sockets in a state: 0A listening, 01 connected. */
async function socketsIn(state: string): Promise<Set<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const rows = tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
  return new Set(rows.filter((row) => row[3] === state).flatMap((row) => row[9] ?? []))
}

/**
 * Runs code in a process with these flags.
 *
 * @returns `done`, or the error code
 */
async function probed(
  flags: string[],
  dataDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const probe = `
    const attempts = {
      passwd: () => require('fs').readFileSync('/etc/passwd'),
      environ: () => require('fs').readFileSync('/proc/self/environ'),
      data: () => require('fs').readdirSync(${JSON.stringify(dataDir)}),
      source: () => require('fs').readFileSync(${JSON.stringify(new URL('../../packages/server/src/config.ts', import.meta.url).pathname)}),
      write: () => require('fs').mkdtempSync(require('path').join(${JSON.stringify(dataDir)}, 'probe-')),
      spawn: () => require('child_process').execFileSync('/bin/true'),
      worker: () => new (require('worker_threads').Worker)('0', { eval: true }),
      inspector: () => new (require('inspector').Session)().connect(),
    }
    const result = { heapIsSmall: require('v8').getHeapStatistics().heap_size_limit < 1024 * 1024 * 1024 }
    for (const [name, attempt] of Object.entries(attempts)) {
      try { attempt(); result[name] = 'done' } catch (error) { result[name] = error.code ?? String(error) }
    }
    console.log(JSON.stringify(result))`
  const { stdout } = await run(process.execPath, [...flags, '-e', probe], {
    cwd: '/',
    env: environment,
  })
  return JSON.parse(stdout)
}

/** Generates from a source with a new account. */
async function generateOn(service: ServiceProcess, source: string, data: unknown): Promise<Answer> {
  const caller = await callerOf(service, `${randomUUID()}@example.com`)
  return await caller.call('POST', '/v1/pdf/generate', { templateId: await caller.upload(source), data })
}

async function printOn(service: ServiceProcess, source: string, data: unknown): Promise<string[]> {
  return await downloadedTexts((await generateOn(service, source, data)).body.pdfUrl)
}
