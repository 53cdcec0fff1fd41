import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UnprivilegedUser } from './unprivileged.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Of a busy processor a third of what the service and its database get: however many of them work, these go on. */
const NICE = 5

/**
 * Starts a program of ours that strangers' input reaches, as a process that can do nothing but compute: an empty
 * environment, Node's permission model (it may read its own folder and the packages), a limit on memory. It comes
 * after the service and its database from its start on, which is most of the work for some.
 * @param program its file. It is given `args` and then, where we are root, the user and group that it is to become.
 */
export function startLimited(
  program: URL,
  options: { heapMb: number; user: UnprivilegedUser | undefined; stdio: StdioOptions; args?: string[] },
): ChildProcess {
  const file = fileURLToPath(program)
  const readable = [`${relative(ROOT, dirname(file))}/`, 'node_modules/', 'package.json']
  const { user, args = [] } = options
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${ROOT}${path}`),
      `--max-old-space-size=${options.heapMb}`,
      '--disable-proto=delete',
      '--no-warnings',
      file,
      ...args,
      ...(user ? [String(user.uid), String(user.gid)] : []),
    ],
    // As text, what is said to it would be escaped first: for megabytes that takes ten times as long.
    { cwd: '/', env: {}, stdio: options.stdio, serialization: 'advanced' },
  )
  if (child.pid !== undefined) setPriority(child.pid, NICE)
  return child
}
