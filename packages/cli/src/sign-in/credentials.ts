import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CallerError } from '../caller.ts'
import { replaceFile } from '../files.ts'

/** Stored credentials of one service. */
export interface StoredService {
  apiKey?: string
  /** Id of a key that `platen login` created, for `platen logout` to revoke. */
  tokenId?: string
  /** Account that was chosen at the sign-in. */
  account?: { userId: string; email: string }
  session?: StoredSession
}

/** Stored session, from which tokens for the dashboard API are renewed. */
export interface StoredSession {
  refreshToken: string
  /** Endpoint and parameters of the renewal. */
  tokenEndpoint: string
  revocationEndpoint?: string
  clientId: string
  /** Token that the dashboard API accepts: the id token or the access token. */
  kind: 'id' | 'access'
  parameters: Record<string, string>
}

/** Content of the credentials file. */
export interface Credentials {
  version: 1
  /** Address of the latest sign-in. */
  current?: string
  services: Record<string, StoredService>
}

const FILE_BYTES_MAX = 1024 * 1024
const NAME = 'credentials.json'

/** Reads the credentials file. Empty if it does not exist. @throws {CallerError} if it is not valid. */
export async function readCredentials(
  folder: string,
): Promise<{ credentials: Credentials; warning: string | undefined }> {
  const path = join(folder, NAME)
  const stats = await stat(path).catch(undefinedIfMissing)
  if (!stats) return { credentials: { version: 1, services: {} }, warning: undefined }
  if (stats.size > FILE_BYTES_MAX) throw invalidFileError(path)
  const credentials = parseCredentials(path, await readFile(path, 'utf8'))
  // File modes do not exist on Windows.
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  return {
    credentials,
    warning: isOpen
      ? `Other users can read ${path}, which contains your API keys. Run: chmod 600 ${path}`
      : undefined,
  }
}

/** Changes the credentials file atomically, readable by the user only (0600). */
export async function changeCredentials(
  folder: string,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  const { credentials } = await readCredentials(folder)
  const text = `${JSON.stringify(change(credentials), undefined, 2)}\n`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await replaceFile(join(folder, NAME), text, 0o600)
}

function parseCredentials(path: string, text: string): Credentials {
  try {
    const value: unknown = JSON.parse(text)
    if (isCredentials(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidFileError(path)
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null || !('services' in value)) return false
  return 'version' in value && value.version === 1 && typeof value.services === 'object' && !!value.services
}

function invalidFileError(path: string): CallerError {
  return new CallerError(`${path} is not a valid credentials file.`, {
    next: 'Remove it and run platen login again.',
  })
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return
  throw error
}
