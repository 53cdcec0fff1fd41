import { hash } from 'node:crypto'

/**
 * The keys that worked when this process last looked, so that who has one is told from strangers before the database
 * is asked, and is not kept out by those. It opens nothing: each call's key is looked up.
 */
export interface KnownKeys {
  /** Whose key it was. */
  accountOf(key: string): string | undefined
  /** Notes what a look-up has found: no account where the key does not work. */
  note(key: string, accountId: string | undefined): void
}

/** Some 2 MB at most. */
const KEYS_MAX = 10_000

/** @param keysMax of these the ones that were used last are known. */
export function createKnownKeys(keysMax = KEYS_MAX): KnownKeys {
  // By their hashes: a key is nowhere but where it is used.
  const accounts = new Map<string, string>()
  return {
    accountOf: (key) => accounts.get(hashOf(key)),
    note(key, accountId) {
      const known = hashOf(key)
      accounts.delete(known)
      if (accountId !== undefined) accounts.set(known, accountId)
      // A Map lists its keys in the order in which they were set.
      const [oldest] = accounts.size > keysMax ? accounts.keys() : []
      if (oldest !== undefined) accounts.delete(oldest)
    },
  }
}

function hashOf(key: string): string {
  return hash('sha256', key, 'base64')
}
