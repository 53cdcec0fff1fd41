import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CallerError } from '../caller.ts'

/** What is kept of one service. */
export interface KeptService {
  apiKey?: string
  /** Of a key that `platen login` has made, so that `platen logout` can revoke it. */
  tokenId?: string
  account?: { userId: string; email: string }
  session?: KeptSession
}

/** By which tokens are had for what only somebody who is signed in may do. */
export interface KeptSession {
  refreshToken: string
  /** Where they are had, and as what. */
  tokenEndpoint: string
  revocationEndpoint?: string
  clientId: string
  /** Whether the token that the dashboard takes is the id token, or the access token. */
  kind: 'id' | 'access'
  parameters: Record<string, string>
}

/** The whole file. */
export interface Credentials {
  version: 1
  /** The address that was signed in to last. */
  current?: string
  services: Record<string, KeptService>
}

const FILE_BYTES_MAX = 1024 * 1024
const NAME = 'credentials.json'

/** What is kept in `folder`; nothing where there is no file yet. @throws {CallerError} for one that cannot be used. */
export async function readCredentials(
  folder: string,
): Promise<{ credentials: Credentials; warning: string | undefined }> {
  const path = join(folder, NAME)
  const stats = await stat(path).catch(absent)
  if (!stats) return { credentials: { version: 1, services: {} }, warning: undefined }
  if (stats.size > FILE_BYTES_MAX) throw unusable(path)
  const credentials = parsed(path, await readFile(path, 'utf8'))
  // Windows has other ways to say who may read a file.
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  return {
    credentials,
    warning: isOpen
      ? `Other users can read ${path}, which contains your API keys. Run: chmod 600 ${path}`
      : undefined,
  }
}

/** Changes what is kept, whole or not at all, in a file that nobody else may read. */
export async function changeCredentials(
  folder: string,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  const { credentials } = await readCredentials(folder)
  const text = `${JSON.stringify(change(credentials), undefined, 2)}\n`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${NAME}.${randomUUID()}`)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, NAME))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function parsed(path: string, text: string): Credentials {
  try {
    const value: unknown = JSON.parse(text)
    if (isCredentials(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unusable(path)
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null || !('services' in value)) return false
  return 'version' in value && value.version === 1 && typeof value.services === 'object' && !!value.services
}

function unusable(path: string): CallerError {
  return new CallerError(`${path} is not a valid credentials file.`, {
    next: 'Remove it and run platen login again.',
  })
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return
  throw error
}
