import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { discard } from '../storage/discard.ts'
import { type Author, authorColumns } from './authors.ts'
import {
  type Content,
  type ContentRef,
  type ContentStores,
  type DataSchema,
  findContent,
  isContent,
  NOW,
  type StoredObject,
} from './contents.ts'
import { removeOldestVersions, requireBelowLimits } from './limits.ts'
import { isExpected, versionConflict } from './preconditions.ts'
import { addVersion } from './versions.ts'

/** Change of a content. Absent fields stay as they are. */
export interface ContentChange {
  /** New bytes: a source in UTF-8, or an image or font. */
  bytes?: Uint8Array | undefined
  /** Media type of new bytes of an asset. */
  contentType?: string | undefined
  name?: string | undefined
  /** New data schema of a template. `null` removes it. Without new bytes, it changes the current version and the draft. */
  schema?: DataSchema | null | undefined
  /** True: the new bytes and schema become the draft. Otherwise they become the current version and replace a draft. */
  isDraft?: boolean | undefined
  author: Author
  /** Number of the version that this change restores. */
  restored?: number | undefined
  /**
   * The contentVersion that the author has seen, of the current version, or for a draft of the newest saved one; `null`
   * for none. Absent: no check. Bytes that are stored already are always accepted.
   */
  expectedVersion?: string | null | undefined
}

/** Steps that a kind of content adds to a save. */
export interface SaveHooks<Result> {
  /** Action for a content that does not exist. */
  ifMissing: 'create' | 'refuse'
  /** Checks the locked content that the change is based on. Throws to reject the change. */
  check?(transaction: Database, base: Content): Promise<void>
  /**
   * Changes further rows of the content in the same transaction.
   * @param content the current version before and after the change.
   * @returns the keys of objects that are unreferenced after the commit.
   */
  apply?(transaction: Database, content: { before: Content | undefined; after: Content }): Promise<string[]>
  /** Returns what the caller of the save gets. Read in the same transaction, so that it has no later change. */
  result(transaction: Database, content: Content): Promise<Result>
}

const SOURCE_TYPE = 'text/x-handlebars'
const FOLDERS = { template: 'templates', partial: 'partials', asset: 'assets' }

/**
 * Creates or changes a content. The object is stored first, then its row: a crash in between leaves an unreferenced
 * object, which the sweep removes, and never a row without its object. Calls use new bytes from the change of the row,
 * except those of a draft. The old bytes are kept as a version.
 * @throws {Refusal} `not-found`; `changed` when the version has changed since the author read it; `limit-reached` when
 * the account exceeds the number or the bytes that its plan allows.
 */
export async function saveContent<Result>(
  stores: ContentStores & StorageLimits,
  ref: ContentRef,
  change: ContentChange,
  hooks: SaveHooks<Result>,
  signal?: AbortSignal,
): Promise<{ content: Result; isNew: boolean }> {
  await requireAllowed(stores.database, ref, change, hooks)
  const object = change.bytes && (await storeObject(stores, ref, change.bytes, change.contentType, signal))
  try {
    const { unreferenced, ...saved } = await withStorageLimit(stores, ref.accountId, async (transaction) => {
      await sql`select 1 from contents where ${isContent(ref)} for update`.execute(transaction)
      const base = await requireAllowed(transaction, ref, change, hooks)
      if (base) await hooks.check?.(transaction, base)
      const before = base && (await findContent(transaction, ref))
      const replaced = base
        ? await update(transaction, ref, base, { change, object })
        : await insert(transaction, ref, { change, object })
      const after = await findContent(transaction, ref)
      const others = (await hooks.apply?.(transaction, { before, after })) ?? []
      const content = await hooks.result(transaction, after)
      return { unreferenced: [...replaced, ...others], content, isNew: !base }
    })
    for (const key of unreferenced) await discard(stores, key)
    return saved
  } catch (error) {
    // After any other error the row may be committed, so the object is kept. The sweep removes it when unreferenced.
    if (object && error instanceof Refusal) await discard(stores, object.objectKey)
    throw error
  }
}

/**
 * Creates or changes a content that has no rows besides its own. Restoring a version does not create it again.
 * @throws {Refusal} as `saveContent`.
 */
export async function savePlainContent(
  stores: ContentStores & StorageLimits,
  ref: ContentRef,
  change: ContentChange,
  signal: AbortSignal,
): Promise<{ content: Content; isNew: boolean }> {
  const ifMissing = change.restored === undefined ? 'create' : 'refuse'
  return await saveContent(stores, ref, change, { ifMissing, result: async (_, content) => content }, signal)
}

/** Returns the SHA-256 of bytes or of a text, in hex: the contentVersion. */
export function versionOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Checks that the change is allowed. @returns the content that it is based on; `undefined` when it creates one. */
async function requireAllowed(
  database: Database,
  ref: ContentRef,
  { bytes, expectedVersion, isDraft }: ContentChange,
  { ifMissing }: Pick<SaveHooks<unknown>, 'ifMissing'>,
): Promise<Content | undefined> {
  const selected = isDraft ? 'draft' : 'current'
  const base = await findContent(database, { ...ref, selected }).catch((error: unknown) => {
    if (error instanceof Refusal && ifMissing === 'create') return undefined
    throw error
  })
  const present = base?.contentVersion ?? null
  const next = bytes ? versionOf(bytes) : ''
  if (!isExpected(expectedVersion, { current: present, next })) throw await versionConflict(database, ref)
  if (bytes) await requireBelowLimits(database, ref, { isNew: !base, bytes: bytes.length })
  return base
}

async function storeObject(
  { database, storage }: ContentStores,
  { accountId, kind, id }: ContentRef,
  bytes: Uint8Array,
  contentType = SOURCE_TYPE,
  signal?: AbortSignal,
): Promise<StoredObject> {
  const { userId } = await findAccount(database, accountId)
  const folder = `users/${userId}/${FOLDERS[kind]}`
  const objectKey = `${kind === 'template' ? `${folder}/${id}.hbs` : folder}/${randomUUID()}`
  await storage.put(objectKey, bytes, signal)
  return {
    objectKey,
    fileSize: bytes.length,
    contentVersion: versionOf(bytes),
    contentType,
  }
}

interface Saving {
  change: ContentChange
  object: StoredObject | undefined
}

async function insert(transaction: Database, ref: ContentRef, { change, object }: Saving): Promise<string[]> {
  if (!object) throw new Error(`A new ${ref.kind} needs bytes`)
  const { accountId, kind, id } = ref
  const contentId = kind === 'template' ? id : randomUUID()
  const { tokenId, person } = authorColumns(change.author)
  await sql`
    insert into contents (content_id, account_id, kind, name, version, created_at, updated_at, token_id, person)
    values (${contentId}, ${accountId}, ${kind}, ${change.name ?? id}, 1, ${NOW}, ${NOW}, ${tokenId}, ${person})`.execute(
    transaction,
  )
  await addVersion(
    transaction,
    { contentId, accountId, number: 1 },
    { ...object, schema: change.schema ?? null },
    change,
  )
  return []
}

/** Changes the rows. @returns the keys of objects that are unreferenced after the commit. */
async function update(
  transaction: Database,
  { accountId, kind }: ContentRef,
  base: Content,
  { change, object }: Saving,
): Promise<string[]> {
  const { contentId } = base
  const { tokenId, person } = authorColumns(change.author)
  await sql`
    update contents set name = coalesce(${change.name ?? null}, name), updated_at = greatest(${NOW}, updated_at),
      token_id = ${tokenId}, person = ${person}
    where content_id = ${contentId}`.execute(transaction)
  const schema = change.schema === undefined ? base.schema : change.schema
  const isSameSchema = schema?.version === base.schema?.version
  if (object && (object.contentVersion !== base.contentVersion || (change.isDraft && !isSameSchema))) {
    const number = await nextNumber(transaction, contentId)
    await addVersion(transaction, { contentId, accountId, number }, { ...object, schema }, change)
    const pointers = change.isDraft ? sql`draft = ${number}` : sql`version = ${number}, draft = null`
    await sql`update contents set ${pointers} where content_id = ${contentId}`.execute(transaction)
    return await removeOldestVersions(transaction, { contentId, kind })
  }
  if (!isSameSchema) await replaceSchema(transaction, contentId, schema)
  if (!object) return []
  // Storing the same bytes again adds no version. The object is replaced, since the old one may be missing.
  await sql`
    update content_versions set object_key = ${object.objectKey}, content_type = ${object.contentType}
    where content_id = ${contentId} and number = ${base.number}`.execute(transaction)
  return [base.objectKey]
}

/** Returns the number of the next version, above all drafts that were discarded. */
async function nextNumber(transaction: Database, contentId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select max(number) + 1 as number from content_versions where content_id = ${contentId}`.execute(
    transaction,
  )
  return one(rows).number
}

/** Sets the schema of the current version, and of the draft, which would undo the change otherwise. */
async function replaceSchema(
  transaction: Database,
  contentId: string,
  schema: DataSchema | null,
): Promise<void> {
  await sql`
    update content_versions set data_schema = ${schema?.text ?? null}, data_schema_version = ${schema?.version ?? null}
    from contents where contents.content_id = ${contentId} and content_versions.content_id = contents.content_id
      and number in (version, draft)`.execute(transaction)
}
