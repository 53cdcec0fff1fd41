/**
 * Drafts: unsaved texts, kept in this browser's IndexedDB until they are saved or discarded. Every draft belongs to
 * one account, and only that account reads it.
 */

/** A draft as it is stored. */
export interface StoredDraft<Value = unknown> {
  /** Id of the account. */
  owner: string
  /** Id of what is edited, such as `template:<id>`. */
  key: string
  /** The name of what is edited, for lists. */
  name: string
  /** The editor that wrote it. */
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

/** Stores a draft in place of the one before it. @throws {DOMException} when the browser cannot store it. */
export async function writeDraft(draft: StoredDraft): Promise<void> {
  await run('readwrite', (store) => store.put(draft))
}

/** Reads a draft. @returns undefined when there is none, or when this browser stores none. */
export async function readDraft<Value>(owner: string, key: string): Promise<StoredDraft<Value> | undefined> {
  // An editor opens without its draft when the browser's database does not answer.
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT_MS, undefined))
  const read = run<StoredDraft<Value> | undefined>('readonly', (store) => store.get([owner, key])).catch(
    () => undefined,
  )
  return await Promise.race([read, tooLate])
}

/** Lists the drafts of an account, the newest first. The list is empty in a browser that stores none. */
export async function listDrafts(owner: string): Promise<StoredDraft[]> {
  const drafts = await run<StoredDraft[]>('readonly', (store) => store.index(BY_OWNER).getAll(owner)).catch(
    () => [],
  )
  return drafts.toSorted((one, other) => other.savedAt - one.savedAt)
}

/**
 * Removes a draft.
 * @param only Removes the draft only when it is still this one: another tab may have written a newer draft.
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
    forget()
    throw error
  })
  const transaction = (await database).transaction(STORE, mode)
  const running = request(transaction.objectStore(STORE))
  return await new Promise<Result>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(running.result as Result))
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
  opened.addEventListener('close', forget)
  opened.addEventListener('versionchange', () => {
    opened.close()
    forget()
  })
  removeExpired(opened)
  return opened
}

function forget(): void {
  database = undefined
}

/** Removes drafts older than 30 days, of all accounts. */
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
