import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UnprivilegedUser } from './unprivileged.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a program of ours that strangers' input reaches, as a process that can do nothing but compute: an empty
 * environment, Node's permission model (it may read its own folder and the packages), a limit on memory.
 * @param program its file. It is given the user and group that it is to become, where we are root, as arguments.
 */
export function startLimited(
  program: URL,
  options: { heapMb: number; user: UnprivilegedUser | undefined; stdio: StdioOptions },
): ChildProcess {
  const file = fileURLToPath(program)
  const readable = [`${relative(ROOT, dirname(file))}/`, 'node_modules/', 'package.json']
  const { user } = options
  return spawn(
    process.execPath,
    [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${ROOT}${path}`),
      `--max-old-space-size=${options.heapMb}`,
      '--disable-proto=delete',
      '--no-warnings',
      file,
      ...(user ? [String(user.uid), String(user.gid)] : []),
    ],
    { cwd: '/', env: {}, stdio: options.stdio },
  )
}
