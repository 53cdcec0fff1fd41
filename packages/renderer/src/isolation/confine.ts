// Runs inside each process that limited-process.ts starts, after the program is loaded and before it reads input.

import dgram from 'node:dgram'
import dns from 'node:dns'
import Module, { registerHooks, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { constants } from 'node:os'

/** Message with which the process reports that it is confined. */
export const CONFINED = 'confined'

/** Properties of `process` that give access to modules, native code, other programs or a debugger. */
const PROCESS_PROPERTIES = [
  '_debugEnd',
  '_debugProcess',
  '_kill',
  '_linkedBinding',
  'binding',
  'dlopen',
  'execve',
  'getBuiltinModule',
  'kill',
  'loadEnvFile',
  'mainModule',
  'openStdin',
  'report',
]
const NETWORK_GLOBALS = ['EventSource', 'WebSocket', 'fetch']

/**
 * Drops everything that this process no longer needs: root, sockets and the module loader. Then reports to the parent,
 * which sends no input before.
 *
 * The first argument of the process is the user and group that it becomes ("64102:64102"). It is empty when the process
 * keeps its user.
 */
export function confine(): void {
  dropPrivileges()
  blockSockets()
  blockModules()
  for (const name of PROCESS_PROPERTIES) remove(process, name)
  for (const name of NETWORK_GLOBALS) remove(globalThis, name)
  process.send?.(CONFINED)
}

/** Changes to the unprivileged user. Runs after the imports, because this user may not be able to read the program. */
function dropPrivileges(): void {
  const user = process.argv[2]
  if (!user) return
  const [uid = Number.NaN, gid = Number.NaN] = user.split(':').map(Number)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/**
 * Replaces the native methods of every kind of socket. Node's own modules call them through the prototypes, so no
 * module, class or function can open a socket afterwards, even one that code obtains in an unforeseen way. `node:dns`
 * holds private references to its native functions, and other modules use its exports: these are replaced instead.
 */
function blockSockets(): void {
  for (const handle of [tcpHandle(), pipeHandle(), udpHandle(), resolverHandle()]) {
    replaceMethods(nativePrototype(handle), deny)
  }
  replaceMethods(dns.promises, refuse)
  replaceMethods(dns, refuse)
}

/** Blocks `import()`, `require`, each `require` that a package has a reference to, and built-in modules. */
function blockModules(): void {
  registerHooks({ resolve: refuse, load: refuse })
  replaceMethods(Module, refuse)
  syncBuiltinESMExports()
}

/** Returns the native handle of a TCP socket. It connects to nothing, because its name is never resolved. */
function tcpHandle(): unknown {
  return propertyOf(new net.Socket().connect({ host: 'none', port: 1, lookup: () => {} }), '_handle')
}

/** Returns the native handle of a pipe. Connecting to a folder fails without side effects. */
function pipeHandle(): unknown {
  return propertyOf(new net.Socket().on('error', () => {}).connect({ path: '/' }), '_handle')
}

function udpHandle(): unknown {
  const socket = dgram.createSocket('udp4')
  const states = Object.getOwnPropertySymbols(socket).map((key): unknown => Reflect.get(socket, key))
  return states.map((state) => propertyOf(state, 'handle')).find((handle) => handle !== undefined)
}

function resolverHandle(): unknown {
  return propertyOf(new dns.Resolver(), '_handle')
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/**
 * Returns the prototype of a handle's native class.
 *
 * @throws an Error when it has none: a process that cannot be confined must not start
 */
function nativePrototype(handle: unknown): object {
  const prototype = typeof handle === 'object' && handle !== null ? Reflect.getPrototypeOf(handle) : null
  if (prototype === null || prototype === Object.prototype) {
    throw new Error('This version of Node hides the native class of a socket.')
  }
  return prototype
}

function replaceMethods(target: object, replacement: () => unknown): void {
  for (const key of Reflect.ownKeys(target)) {
    const property = Reflect.getOwnPropertyDescriptor(target, key)
    if (key === 'constructor' || typeof property?.value !== 'function') continue
    Object.defineProperty(target, key, { value: replacement, writable: false, configurable: false })
  }
}

function remove(target: object, name: string): void {
  if (!Reflect.deleteProperty(target, name)) throw new Error(`This version of Node keeps "${name}".`)
}

/** Returns the error code of a native method that the system rejects. Node converts it to an ordinary EACCES error. */
function deny(): number {
  return -constants.errno.EACCES
}

function refuse(): never {
  throw new Error('This process has no network and loads no modules.')
}
