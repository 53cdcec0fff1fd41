import { type Result, table, UsageError } from '../command.ts'
import { formatTime } from './times.ts'

/** API key in the output of the tool. Times are in ISO 8601. */
export interface ListedKey {
  tokenId: string
  name: string
  lastFour: string
  createdAt: string
  expiresAt: string | null
  active: boolean
  lastUsedAt: string | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Formats a list of keys. */
export function formatKeyList(keys: ListedKey[]): Result {
  const rows = keys.map((key) => [
    key.tokenId,
    key.name,
    `…${key.lastFour}`,
    formatTime(key.createdAt),
    key.expiresAt === null ? 'never' : formatTime(key.expiresAt),
    key.active ? 'yes' : 'no',
    key.lastUsedAt === null ? 'never' : formatTime(key.lastUsedAt),
  ])
  return {
    text:
      rows.length === 0
        ? 'No API keys yet. "platen create-token" creates one.'
        : table(['TOKEN ID', 'NAME', 'KEY', 'CREATED', 'EXPIRES', 'ACTIVE', 'LAST USED'], rows),
    json: keys,
  }
}

/** Formats a new key. */
export function formatNewKey(token: { tokenId: string; name: string; key: string }): Result {
  return {
    text: `${token.key}\n\nCopy the key now. It is not shown again. To revoke it: platen revoke ${token.tokenId}`,
    json: token,
  }
}

/** @throws {UsageError} if the text is not a token id. */
export function checkTokenId(tokenId: string): void {
  if (!UUID.test(tokenId))
    throw new UsageError(`"${tokenId}" is not a token id. "platen tokens" lists the token ids.`)
}

/** Parses the time of expiry. @throws {UsageError} */
export function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = ISO_TIME.test(text) ? new Date(text) : undefined
  if (time && Number.isFinite(time.getTime())) return time
  throw new UsageError(`--expires must be a time such as 2027-01-31T12:00:00Z, not "${text}".`)
}
