import type { Config } from '../config.ts'
import { ConfigError } from '@platen/renderer/config/variables'

/**
 * Returns a one-line message for a failed start, with advice.
 * @param config `undefined` when the configuration could not be read.
 */
export function startFailure(error: unknown, config: Config | undefined): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ConfigError) return message
  return (config && adviceFor(error, config)) ?? `Platen did not start: ${message}`
}

function adviceFor(error: unknown, { http, metrics, dataDir, cacheDir }: Config): string | undefined {
  const {
    code,
    syscall,
    port,
    path = dataDir,
  }: Partial<NodeJS.ErrnoException & { port: number }> = error instanceof Error ? error : {}
  const [portVariable, host] = port === metrics?.port ? ['METRICS_PORT', metrics?.host] : ['PORT', http.host]
  const folderVariable = path.startsWith(cacheDir) ? 'CACHE_DIR' : 'DATA_DIR'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use, perhaps by another Platen. Stop that program, or choose another port: ${portVariable}=${Number(port) + 1} npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${http.host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'ENOENT':
      if (syscall === 'listen') {
        return `Port ${port} needs rights that this user does not have. Choose a port from 1024 on: ${portVariable}=3000 npm start`
      }
      // A missing file of the installation does not concern the operator's folders.
      if (code === 'ENOENT' && syscall !== 'mkdir') return undefined
      return `${path} cannot be written (${code}). Set ${folderVariable} to a folder that this user can write to.`
    case 'ENOSPC':
      return `No space is left on the disk of ${path}. Free some, or set ${folderVariable} to a folder on another disk.`
  }
  return undefined
}
