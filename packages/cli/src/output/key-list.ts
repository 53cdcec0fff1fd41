import { type Result, table, UsageError } from '../command.ts'
import { formatTime } from './times.ts'

/** Scopes of a key. */
export const SCOPES = ['read', 'render', 'write'] as const
export type Scope = (typeof SCOPES)[number]

/** API key in the output of the tool. Times are in ISO 8601. */
export interface ListedKey {
  tokenId: string
  name: string
  lastFour: string
  /** True for a key that renders with a label, at no cost. */
  isTest: boolean
  scopes: string[]
  createdAt: string
  expiresAt: string | null
  active: boolean
  lastUsedAt: string | null
}

const OVERLAP_HOURS_MAX = 720
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Formats a list of keys. */
export function formatKeyList(keys: ListedKey[]): Result {
  const rows = keys.map((key) => [
    key.tokenId,
    key.name,
    `…${key.lastFour}`,
    key.isTest ? 'test' : 'live',
    key.scopes.join(' '),
    formatTime(key.createdAt),
    key.expiresAt === null ? 'never' : formatTime(key.expiresAt),
    key.active ? 'yes' : 'no',
    key.lastUsedAt === null ? 'never' : formatTime(key.lastUsedAt),
  ])
  return {
    text:
      rows.length === 0
        ? 'No API keys yet. "platen create-token" creates one.'
        : table(
            ['TOKEN ID', 'NAME', 'KEY', 'MODE', 'SCOPES', 'CREATED', 'EXPIRES', 'ACTIVE', 'LAST USED'],
            rows,
          ),
    json: keys,
    formats: { hasHeader: rows.length > 0 },
  }
}

/** New key in the output of the tool. */
export interface NewKey {
  tokenId: string
  name: string
  key: string
}

/** Formats a new key. @param note line about a replaced key. */
export function formatNewKey(token: NewKey, note = ''): Result {
  return {
    text: `${token.key}\n\nCopy the key now. It is not shown again. To revoke it: platen revoke ${token.tokenId}${note}`,
    json: token,
  }
}

/** Returns true if a text is the id of a key. */
export function isTokenId(text: string): boolean {
  return UUID.test(text)
}

/** Parses the time of expiry. @throws {UsageError} */
export function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = ISO_TIME.test(text) ? new Date(text) : undefined
  if (time && Number.isFinite(time.getTime())) return time
  throw new UsageError(`--expires must be a time such as 2027-01-31T12:00:00Z, not "${text}".`)
}

/** Parses the overlap of a rotation, in hours. @throws {UsageError} */
export function parseOverlap(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= OVERLAP_HOURS_MAX) return Number(text)
  throw new UsageError(`--overlap must be a number of hours from 0 to ${OVERLAP_HOURS_MAX}, not "${text}".`)
}
