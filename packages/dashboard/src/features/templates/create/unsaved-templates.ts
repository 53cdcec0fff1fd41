import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import {
  listBackups,
  readBackup,
  removeBackup,
  type StoredBackup,
  writeBackup,
} from '../../../backups/store.ts'
import type { Base, TemplateBackup } from '../use-editor-texts.ts'

const PREFIX = 'new-template:'

/** Base of a template that is not saved yet. */
export const NOT_STORED: Base = {
  content: '',
  sampleData: '',
  dataSets: [],
  pdfOptions: '',
  dataSchema: '',
  etag: '',
  version: 0,
  draft: null,
  contentVersion: '',
}

/** Returns the key of the backup of a template that is not saved yet. */
export function unsavedTemplateKey(backupId: string): string {
  return PREFIX + backupId
}

/** Query of the backups of templates that are not saved yet, the newest first. */
export const unsavedTemplatesQuery = (owner: string) =>
  queryOptions({
    queryKey: ['backups', 'new-templates', owner],
    queryFn: async () => (await listBackups(owner)).filter(({ key }) => key.startsWith(PREFIX)),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the backup of an unsaved template. @returns `undefined` when it was saved or discarded. */
export async function readUnsavedTemplate(
  owner: string,
  backupId: string,
): Promise<StoredBackup<TemplateBackup> | undefined> {
  return await readBackup<TemplateBackup>(owner, unsavedTemplateKey(backupId))
}

/**
 * Stores a template that cannot be saved as a backup.
 * @returns the id of the backup. @throws {DOMException} when the browser cannot store it.
 */
export async function storeUnsavedTemplate(
  owner: string,
  { name, content }: { name: string; content: string },
): Promise<string> {
  const backupId = Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
  const value: TemplateBackup = { ...NOT_STORED, content, sampleData: '{}', base: NOT_STORED }
  await writeBackup({
    owner,
    key: unsavedTemplateKey(backupId),
    name,
    editor: backupId,
    savedAt: Date.now(),
    value,
  })
  return backupId
}

/** Discards the backup of an unsaved template. */
export async function discardUnsavedTemplate(owner: string, key: string): Promise<void> {
  await removeBackup(owner, key)
  await queryClient.invalidateQueries(unsavedTemplatesQuery(owner))
}

/** Returns the id in the key of a backup. */
export function backupIdOf(key: string): string {
  return key.slice(PREFIX.length)
}
