import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import { listDrafts, readDraft, removeDraft, type StoredDraft, writeDraft } from '../../../drafts/store.ts'
import type { Base, TemplateDraft } from '../use-editor-texts.ts'

const PREFIX = 'new-template:'

/** Base of a template that is not saved yet. */
export const NOT_STORED: Base = { content: '', sampleData: '', dataSchema: '', etag: '', version: 0 }

/** Returns the key of the draft of a template that is not saved yet. */
export function unsavedTemplateKey(draftId: string): string {
  return PREFIX + draftId
}

/** Query of the drafts of templates that are not saved yet, the newest first. */
export const unsavedTemplatesQuery = (owner: string) =>
  queryOptions({
    queryKey: ['drafts', 'new-templates', owner],
    queryFn: async () => (await listDrafts(owner)).filter(({ key }) => key.startsWith(PREFIX)),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the draft of an unsaved template. @returns `undefined` when it was saved or discarded. */
export async function readUnsavedTemplate(
  owner: string,
  draftId: string,
): Promise<StoredDraft<TemplateDraft> | undefined> {
  return await readDraft<TemplateDraft>(owner, unsavedTemplateKey(draftId))
}

/**
 * Stores a template that cannot be saved as a draft.
 * @returns the id of the draft. @throws {DOMException} when the browser cannot store it.
 */
export async function storeUnsavedTemplate(
  owner: string,
  { name, content }: { name: string; content: string },
): Promise<string> {
  const draftId = Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
  const value: TemplateDraft = { content, sampleData: '{}', dataSchema: '', base: NOT_STORED }
  await writeDraft({
    owner,
    key: unsavedTemplateKey(draftId),
    name,
    editor: draftId,
    savedAt: Date.now(),
    value,
  })
  return draftId
}

/** Discards the draft of an unsaved template. */
export async function discardUnsavedTemplate(owner: string, key: string): Promise<void> {
  await removeDraft(owner, key)
  await queryClient.invalidateQueries(unsavedTemplatesQuery(owner))
}

/** Returns the id in the key of a draft. */
export function draftIdOf(key: string): string {
  return key.slice(PREFIX.length)
}
