import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startLimited } from '../../packages/renderer/src/isolation/limited-process.ts'
import {
  describeIsolation,
  limitDescriptors,
  type NetworkIsolation,
  networkIsolation,
  warnWithoutKernelLayer,
} from '../../packages/renderer/src/isolation/network-isolation.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { localAttempts, otherAttempts, outwardAttempts, type Targets } from './isolation-attempts.ts'
import type { Outcomes, ProbeOptions } from './isolation-probe.ts'

const PROBE = new URL('isolation-probe.ts', import.meta.url)
const NO_KERNEL_LAYER: NetworkIsolation = { namespace: undefined, descriptorLimit: false }
const users = unprivilegedUsers()
const ALL: ProbeOptions['groups'] = ['outward', 'local', 'other']

/** A network namespace does not isolate the file system. */
const BY_PATH = ['Unix socket by path', 'HTTP by the Unix socket']

describe('an isolated process for input of callers', () => {
  const stack = new AsyncDisposableStack()
  let platen: Platen
  let targets: Targets
  let available: NetworkIsolation
  /** Connections that arrived at the targets of the test. */
  let arrived: string[] = []
  before(async () => {
    platen = stack.use(await startPlaten())
    available = await networkIsolation()
    const folder = await mkdtemp(join(tmpdir(), 'platen-isolation-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o777)
    const listenAt = async (path: string) => {
      const server = createServer((socket) => {
        arrived.push('a connection to a Unix socket')
        socket.on('error', () => {}).end()
      })
      server.listen(path)
      await once(server, 'listening')
      stack.defer(() => void server.close())
      if (!path.startsWith('\0')) await chmod(path, 0o777)
      return path
    }
    const bindUdp = async (received: (socket: Socket, message: Buffer, port: number) => void) => {
      const socket = createSocket('udp4')
      socket.on('message', (message, { port }) => {
        arrived.push('a datagram')
        received(socket, message, port)
      })
      socket.bind(0, '127.0.0.1')
      await once(socket, 'listening')
      stack.defer(() => void socket.close())
      return socket.address().port
    }
    targets = {
      service: Number(new URL(platen.url).port),
      webSocket: await acceptWebSockets(stack),
      postgres: Number(new URL(platen.databaseUrl).port),
      udp: await bindUdp(() => {}),
      nameServer: await bindUdp((socket, message, port) => socket.send(answerTo(message), port, '127.0.0.1')),
      unixPath: await listenAt(join(folder, 'server.sock')),
      abstractPath: await listenAt(`\0${folder}`),
      ownPath: join(folder, 'own.sock'),
    }
  })
  after(() => stack.disposeAsync())

  it('reaches every target of the attempts without isolation', async () => {
    const outcomes = await attempted(startFree({ groups: ALL }))
    assert.deepEqual(Object.keys(outcomes), namesOf(ALL))
    assert.deepEqual(unreached(outcomes), {})
    assert.deepEqual(new Set(arrived), new Set(['a connection to a Unix socket', 'a datagram']))
  })

  it('reaches nothing with the isolation layers of this machine', async () => {
    await reachesNothing(available)
  })

  it('reaches nothing with the loader block alone', async () => {
    await reachesNothing(NO_KERNEL_LAYER)
  })

  it('reaches nothing by the descriptor limit alone', async (t) => {
    if (!available.descriptorLimit) return t.skip('this machine has no prlimit')
    const groups = ['outward', 'local'] as const
    const outcomes = await attempted(startFree({ isLimited: true, groups }))
    assert.deepEqual(Object.keys(outcomes), namesOf(groups))
    assert.deepEqual(reached(outcomes), [])
    assert.deepEqual(arrived, [])
  })

  it('reaches only Unix sockets by path with a network namespace alone', async (t) => {
    if (!available.namespace) return t.skip('this machine has no network namespaces')
    const outcomes = await attempted(startFree({ command: available.namespace ?? [], groups: ['outward'] }))
    assert.deepEqual(Object.keys(outcomes), namesOf(['outward']))
    assert.deepEqual(reached(outcomes).toSorted(), BY_PATH.toSorted())
  })

  async function reachesNothing(isolation: NetworkIsolation): Promise<void> {
    for (const user of [users.templateHost, users.drawer]) {
      const { child, confined } = startLimited(PROBE, {
        heapMb: 256,
        user,
        isolation,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        args: [JSON.stringify({ targets, isConfined: true, groups: ALL } satisfies ProbeOptions)],
      })
      const outcomes = await attempted({ child, ready: confined })
      assert.deepEqual(Object.keys(outcomes), namesOf(ALL))
      assert.deepEqual(reached(outcomes), [])
      assert.deepEqual(arrived, [])
    }
  }

  function namesOf(groups: ProbeOptions['groups']): string[] {
    const all = { outward: outwardAttempts, local: localAttempts, other: otherAttempts }
    return groups.flatMap((group) => Object.keys(all[group](targets)))
  }

  /** Starts the probe without the loader block. `isLimited`: with the descriptor limit. */
  function startFree({
    command = [],
    isLimited = false,
    groups,
  }: {
    command?: readonly string[]
    isLimited?: boolean
    groups: ProbeOptions['groups']
  }): { child: ChildProcess; ready: Promise<unknown> } {
    const [program, ...rest] = [
      ...command,
      process.execPath,
      '--no-warnings',
      fileURLToPath(PROBE),
      '',
      JSON.stringify({ targets, isConfined: false, groups } satisfies ProbeOptions),
    ]
    const child = spawn(program, rest, { cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const ready = once(child, 'message').then(async () => {
      if (isLimited) await limitDescriptors(child.pid ?? 0, undefined)
    })
    return { child, ready }
  }

  async function attempted({
    child,
    ready,
  }: {
    child: ChildProcess
    ready: Promise<unknown>
  }): Promise<Outcomes> {
    await rm(targets.ownPath, { force: true })
    arrived = []
    await ready
    child.send('attempt')
    const [outcomes] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code, signal]) => {
        throw new Error(`The probe ended with ${code ?? signal}`)
      }),
    ])
    return outcomes
  }
})

describe('the description of process isolation', () => {
  it('lists the layers, with advice when the kernel adds none', () => {
    const warnings: string[] = []
    const log = { warn: (_: object, message: string) => void warnings.push(message) }
    const namespace = ['unshare']
    for (const [isolation, layers] of [
      [{ namespace, descriptorLimit: true }, ['network namespace', 'descriptor limit', 'loader block']],
      [{ namespace, descriptorLimit: false }, ['network namespace', 'loader block']],
      [{ namespace: undefined, descriptorLimit: true }, ['descriptor limit', 'loader block']],
    ] as const) {
      assert.deepEqual(describeIsolation(isolation), {
        layers,
        detail: `template hosts and drawing processes have no network: ${layers.join(' + ')}`,
      })
      warnWithoutKernelLayer(isolation, log)
    }
    assert.deepEqual(warnings, [])
    assert.match(
      describeIsolation(NO_KERNEL_LAYER).detail,
      /loader block only\. Install unshare and prlimit .*docs\/operate\/containers\.md/,
    )
    warnWithoutKernelLayer(NO_KERNEL_LAYER, log)
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /^The kernel does not block .* Install unshare and prlimit/)
  })
})

/** Starts a server that accepts every WebSocket. @returns its port. */
async function acceptWebSockets(stack: AsyncDisposableStack): Promise<number> {
  const server = createHttpServer().on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket
      .on('error', () => {})
      .write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

function reached(outcomes: Outcomes): string[] {
  return Object.keys(outcomes).filter((name) => outcomes[name] === 'reached')
}

function unreached(outcomes: Outcomes): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'reached'))
}

/** The answer of a name server: the question and one address. */
function answerTo(question: Buffer): Buffer {
  const answer = Buffer.from('c00c00010001000000000004c0000201', 'hex')
  const end = question.indexOf(0, 12) + 5
  const message = Buffer.concat([question.subarray(0, end), answer])
  message.writeUInt16BE(0x8180, 2)
  message.writeUInt16BE(1, 6)
  message.writeUInt16BE(0, 8)
  message.writeUInt16BE(0, 10)
  return message
}
