import async_hooks from 'node:async_hooks'
import child_process from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import inspector from 'node:inspector'
import module from 'node:module'
import net from 'node:net'
import os from 'node:os'
import tls from 'node:tls'
import vm from 'node:vm'
import worker_threads from 'node:worker_threads'

/** Targets of the attempts: ports of this machine and paths of Unix sockets. */
export interface Targets {
  service: number
  webSocket: number
  postgres: number
  udp: number
  nameServer: number
  /** Listens in a folder that every user may write to. */
  unixPath: string
  abstractPath: string
  /** Path of the socket that the attempt to listen creates. */
  ownPath: string
}

/** Attempts by their names. Each resolves when it has reached its target. */
type Attempts = Record<string, () => unknown>

/** Attempts to reach targets outside of the process. */
export function outwardAttempts(targets: Targets): Attempts {
  const { service, webSocket, postgres, udp, nameServer, unixPath, abstractPath } = targets
  const address = `http://127.0.0.1:${service}/health/live`
  return {
    'TCP to the service': () => connected(net.connect(service, '127.0.0.1')),
    'TCP to the service by name': () =>
      connected(net.connect({ port: service, host: 'localhost', family: 4 })),
    'TCP to PostgreSQL': () => connected(net.connect(postgres, '127.0.0.1')),
    'TLS to the service': () => reachedTls(tls.connect(service, '127.0.0.1')),
    'Unix socket by path': () => connected(net.connect(unixPath)),
    'abstract Unix socket': () => connected(net.connect(abstractPath)),
    UDP: () => sent(dgram.createSocket('udp4'), udp),
    'UDP, connected': () =>
      new Promise<void>((resolve, reject) => {
        const socket = dgram.createSocket('udp4').on('error', reject)
        socket.on('connect', () => socket.send('connected', (error) => (error ? reject(error) : resolve())))
        socket.connect(udp, '127.0.0.1')
      }),
    'name by a name server': () =>
      resolve(new dns.promises.Resolver({ timeout: 2_000, tries: 1 }), nameServer),
    'name by a name server, with a callback': () =>
      new Promise<void>((resolve, reject) => {
        const resolver = new dns.Resolver({ timeout: 2_000, tries: 1 })
        resolver.setServers([`127.0.0.1:${nameServer}`])
        resolver.resolve4('two.example', (error) => (error ? reject(error) : resolve()))
      }),
    fetch: async () => (await fetch(address)).text(),
    WebSocket: () => opened(new WebSocket(`ws://127.0.0.1:${webSocket}/`)),
    HTTP: () =>
      new Promise<void>((resolve, reject) => {
        http.get(address, () => resolve()).on('error', reject)
      }),
    'HTTP by the Unix socket': () =>
      new Promise<void>((resolve, reject) => {
        const request = http.get({ socketPath: unixPath })
        request.on('error', reject).on('socket', (socket) => socket.on('connect', () => resolve()))
      }),
    'HTTP/2': () => connected(http2.connect(`http://127.0.0.1:${service}`)),
  }
}

/** Attempts that need no target: listening, and names that the system resolves. */
export function localAttempts({ service, ownPath }: Targets): Attempts {
  return {
    'listen on a port': () => listening(net.createServer().listen(0, '127.0.0.1')),
    'listen on every address': () => listening(net.createServer().listen(0)),
    'listen by name': () => listening(net.createServer().listen(0, 'localhost')),
    'listen by the cluster’s way': () => {
      const server: unknown = Reflect.get(net, '_createServerHandle')('127.0.0.1', 0, 4, -1)
      if (typeof server === 'number') throw new Error(`error ${server}`)
    },
    'listen on a Unix socket': () => listening(net.createServer().listen(ownPath)),
    'UDP, listening': () =>
      new Promise<void>((resolve, reject) => {
        dgram.createSocket('udp4').on('error', reject).bind(0, '127.0.0.1', resolve)
      }),
    'name by the system': () => dns.promises.lookup('localhost'),
    'name by the system, with a callback': () =>
      new Promise<void>((resolve, reject) => {
        dns.lookup('localhost', (error) => (error ? reject(error) : resolve()))
      }),
    'name by the system, on the way to a connection': () =>
      new Promise<void>((resolve, reject) => {
        const socket = new net.Socket().on('error', reject)
        socket.on('lookup', (error: Error | null) => (error ? reject(error) : resolve()))
        socket.connect(service, 'localhost')
      }),
    'name of an address': () => dns.promises.lookupService('127.0.0.1', service),
  }
}

/** Attempts to obtain objects that open sockets: native classes, modules, other programs, a debugger. */
export function otherAttempts(): Attempts {
  return {
    'native class of a TCP socket': () => nativeBind(nativeTcp()),
    'native class of a TCP socket, made for another realm': () => {
      const realm: unknown = vm.runInNewContext('Object.assign(function () {}, { prototype: undefined })')
      const { constructor } = nativeTcp()
      if (typeof realm !== 'function') throw new Error('no realm')
      const handle: unknown = Reflect.construct(constructor, [0], realm)
      if (typeof handle !== 'object' || handle === null) throw new Error('no handle')
      if (!('bind' in handle)) Object.setPrototypeOf(handle, constructor.prototype)
      nativeBind(handle)
    },
    'native handle that a hook has seen': () =>
      new Promise<void>((resolve, reject) => {
        const hook = async_hooks.createHook({
          init(_id, type, _trigger, resource) {
            if (type !== 'TCPWRAP') return
            hook.disable()
            setImmediate(() => {
              try {
                nativeBind(resource)
                resolve()
              } catch (error) {
                reject(error)
              }
            })
          },
        })
        hook.enable()
        new net.Socket().on('error', () => {}).connect({ host: 'x', port: 1, lookup: () => {} })
      }),
    'another program': () => child_process.execFileSync('/bin/true'),
    'another thread': () =>
      new Promise<void>((resolve, reject) => {
        new worker_threads.Worker('0', { eval: true }).on('error', reject).on('exit', () => resolve())
      }),
    'debugger that listens': () => {
      inspector.open(0, '127.0.0.1')
      if (inspector.url() === undefined) throw new Error('not open')
      inspector.close()
    },
    'debugger, by a signal': async () => {
      process.kill(process.pid, 'SIGUSR1')
      for (let wait = 0; wait < 100 && inspector.url() === undefined; wait += 1) await pause(20)
      if (inspector.url() === undefined) throw new Error('not open')
      inspector.close()
    },
    'process.binding': () => {
      const bound: unknown = Reflect.get(process, 'binding')('tcp_wrap')
      if (typeof bound !== 'object') throw new Error('nothing')
    },
    'process.getBuiltinModule': () => process.getBuiltinModule('node:fs'),
    'process.dlopen': () => {
      try {
        process.dlopen({ exports: {} }, 'libm.so.6', os.constants.dlopen.RTLD_NOW)
      } catch (error) {
        // The library is already loaded.
        if (!(error instanceof Error && error.message.includes('self-register'))) throw error
      }
    },
    'import()': () => import('node:fs'),
    // oxlint-disable-next-line typescript/no-implied-eval -- as a hijacked template would
    'import() in a new function': () => new Function('return import("node:fs")')(),
    createRequire: () => module.createRequire(import.meta.url)('node:fs'),
    'hooks of the module loader': async () => {
      const asBuiltIn = { format: 'builtin' as const, shortCircuit: true }
      const hooks = module.registerHooks({
        resolve: (url) => ({ ...asBuiltIn, url }),
        load: () => asBuiltIn,
      })
      await import('node:fs')
      hooks.deregister()
    },
    'module loader of CommonJS': () => Reflect.get(module, '_load')('node:fs'),
  }
}

async function connected(socket: {
  on(event: string, listener: (error: Error) => void): unknown
  destroy(): unknown
}): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', () => resolve())
      socket.on('error', reject)
    })
  } finally {
    socket.destroy()
  }
}

/** The service speaks no TLS. Its answer proves that the attempt reached it. */
async function reachedTls(socket: tls.TLSSocket): Promise<void> {
  await connected(socket).catch((error: Error) => {
    if (!('code' in error) || !/^ERR_SSL|^ECONNRESET$/.test(String(error.code))) throw error
  })
}

async function listening(server: net.Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.on('listening', () => resolve())
    server.on('error', reject)
  })
  server.close()
}

async function sent(socket: dgram.Socket, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.send('sent', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
  })
}

async function resolve(resolver: dns.promises.Resolver, nameServer: number): Promise<void> {
  resolver.setServers([`127.0.0.1:${nameServer}`])
  await resolver.resolve4('one.example')
}

async function opened(socket: WebSocket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('not open')))
  })
}

function nativeTcp(): object {
  const socket = new net.Socket().connect({ host: 'x', port: 1, lookup: () => {} })
  return Reflect.get(socket, '_handle')
}

/** Listens on a port without Node's JavaScript. */
function nativeBind(handle: object): void {
  const bind: unknown = Reflect.get(handle, 'bind')
  if (typeof bind !== 'function') throw new Error('no method')
  const code: unknown = Reflect.apply(bind, handle, ['127.0.0.1', 0])
  if (code !== 0) throw new Error(`error ${String(code)}`)
}

/** Sleeps. */
export async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms))
}
