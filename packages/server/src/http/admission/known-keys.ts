import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * LRU cache of API keys that were valid at their last look-up. The admission limiters use it to tell known accounts from
 * other callers before the database is queried. It does not authenticate: the key of each call is looked up.
 */
export interface KnownKeys {
  /** Returns the account of a key. `undefined` when the key is not in the cache. */
  accountOf(key: string): string | undefined
  /** Stores the result of a look-up. @param accountId `undefined` for an invalid key, which removes it. */
  record(key: string, accountId: string | undefined): void
}

/** Uses about 2 MB at most. */
const KEYS_MAX = 10_000

/** Creates the cache. @param keysMax number of keys, least recently used keys are removed. */
export function createKnownKeys(keysMax = KEYS_MAX): KnownKeys {
  // By hash: the key itself is not stored in memory.
  const accounts = new LRUCache<string, string>({ max: keysMax })
  return {
    accountOf: (key) => accounts.get(hashOf(key)),
    record(key, accountId) {
      const hashed = hashOf(key)
      if (accountId === undefined) accounts.delete(hashed)
      else accounts.set(hashed, accountId)
    },
  }
}

function hashOf(key: string): string {
  return hash('sha256', key, 'base64')
}
