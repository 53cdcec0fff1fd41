/**
 * Backups: unsaved input in the IndexedDB of this browser, until it is saved or discarded. Every backup belongs to one
 * account, and only that account reads it.
 */

/** Stored backup. */
export interface StoredBackup<Value = unknown> {
  /** User id of the account. */
  owner: string
  /** Key of the edited object, such as `template:<id>`. */
  key: string
  /** Name of the edited object, for lists. */
  name: string
  /** Id of the editor that wrote it. */
  editor: string
  /** Milliseconds since 1970. */
  savedAt: number
  value: Value
}

const DATABASE = 'platen'
const STORE = 'drafts'
const BY_OWNER = 'owner'
const LIFETIME_MS = 30 * 24 * 3_600_000
const READ_LIMIT_MS = 5_000

let database: Promise<IDBDatabase> | undefined

/** Stores a backup and replaces the previous one. @throws {DOMException} when the browser cannot store it. */
export async function writeBackup(backup: StoredBackup): Promise<void> {
  await run('readwrite', (store) => store.put(backup))
}

/** Reads a backup. @returns `undefined` when it does not exist, or when this browser cannot store backups. */
export async function readBackup<Value>(
  owner: string,
  key: string,
): Promise<StoredBackup<Value> | undefined> {
  // An editor opens without its backup when the browser's database does not answer.
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT_MS, undefined))
  const read = run<StoredBackup<Value> | undefined>('readonly', (store) => store.get([owner, key])).catch(
    () => undefined,
  )
  return await Promise.race([read, timeout])
}

/** Lists the backups of an account, the newest first. Empty in a browser that cannot store backups. */
export async function listBackups(owner: string): Promise<StoredBackup[]> {
  const backups = await run<StoredBackup[]>('readonly', (store) => store.index(BY_OWNER).getAll(owner)).catch(
    () => [],
  )
  return backups.toSorted((one, other) => other.savedAt - one.savedAt)
}

/**
 * Removes a backup.
 * @param only removes the backup only when it is still this one. Another tab may have written a newer backup.
 */
export async function removeBackup(
  owner: string,
  key: string,
  only?: Pick<StoredBackup, 'editor' | 'savedAt'>,
): Promise<void> {
  if (only) {
    const stored = await readBackup(owner, key)
    if (stored?.editor !== only.editor || stored.savedAt !== only.savedAt) return
  }
  await run('readwrite', (store) => store.delete([owner, key])).catch(() => undefined)
}

/** Removes all backups of an account. */
export async function removeBackups(owner: string): Promise<void> {
  for (const { key } of await listBackups(owner)) await removeBackup(owner, key)
}

async function run<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  database ??= open().catch((error: unknown) => {
    reset()
    throw error
  })
  const transaction = (await database).transaction(STORE, mode)
  const pending = request(transaction.objectStore(STORE))
  return await new Promise<Result>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(pending.result as Result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored')))
  })
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] })
    store.createIndex(BY_OWNER, 'owner')
  })
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB is not available')))
  })
  // The browser closes the connection when its data is cleared. The next access opens another one.
  opened.addEventListener('close', reset)
  opened.addEventListener('versionchange', () => {
    opened.close()
    reset()
  })
  removeExpired(opened)
  return opened
}

function reset(): void {
  database = undefined
}

/** Removes the backups of all accounts that are older than 30 days. */
function removeExpired(opened: IDBDatabase): void {
  const store = opened.transaction(STORE, 'readwrite').objectStore(STORE)
  const cursor = store.openCursor()
  cursor.addEventListener('success', () => {
    if (!cursor.result) return
    const { savedAt } = cursor.result.value as StoredBackup
    if (savedAt < Date.now() - LIFETIME_MS) cursor.result.delete()
    cursor.result.continue()
  })
}
