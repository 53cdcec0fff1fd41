/**
 * Drafts: unsaved input in the IndexedDB of this browser, until it is saved or discarded. Every draft belongs to one
 * account, and only that account reads it.
 */

/** Stored draft. */
export interface StoredDraft<Value = unknown> {
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

/** Stores a draft and replaces the previous one. @throws {DOMException} when the browser cannot store it. */
export async function writeDraft(draft: StoredDraft): Promise<void> {
  await run('readwrite', (store) => store.put(draft))
}

/** Reads a draft. @returns `undefined` when it does not exist, or when this browser cannot store drafts. */
export async function readDraft<Value>(owner: string, key: string): Promise<StoredDraft<Value> | undefined> {
  // An editor opens without its draft when the browser's database does not answer.
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT_MS, undefined))
  const read = run<StoredDraft<Value> | undefined>('readonly', (store) => store.get([owner, key])).catch(
    () => undefined,
  )
  return await Promise.race([read, timeout])
}

/** Lists the drafts of an account, the newest first. Empty in a browser that cannot store drafts. */
export async function listDrafts(owner: string): Promise<StoredDraft[]> {
  const drafts = await run<StoredDraft[]>('readonly', (store) => store.index(BY_OWNER).getAll(owner)).catch(
    () => [],
  )
  return drafts.toSorted((one, other) => other.savedAt - one.savedAt)
}

/**
 * Removes a draft.
 * @param only removes the draft only when it is still this one. Another tab may have written a newer draft.
 */
export async function removeDraft(
  owner: string,
  key: string,
  only?: Pick<StoredDraft, 'editor' | 'savedAt'>,
): Promise<void> {
  if (only) {
    const stored = await readDraft(owner, key)
    if (stored?.editor !== only.editor || stored.savedAt !== only.savedAt) return
  }
  await run('readwrite', (store) => store.delete([owner, key])).catch(() => undefined)
}

/** Removes all drafts of an account. */
export async function removeDrafts(owner: string): Promise<void> {
  for (const { key } of await listDrafts(owner)) await removeDraft(owner, key)
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

/** Removes the drafts of all accounts that are older than 30 days. */
function removeExpired(opened: IDBDatabase): void {
  const store = opened.transaction(STORE, 'readwrite').objectStore(STORE)
  const cursor = store.openCursor()
  cursor.addEventListener('success', () => {
    if (!cursor.result) return
    const { savedAt } = cursor.result.value as StoredDraft
    if (savedAt < Date.now() - LIFETIME_MS) cursor.result.delete()
    cursor.result.continue()
  })
}
