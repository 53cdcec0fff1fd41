import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import { listDrafts, readDraft, removeDraft, type StoredDraft, writeDraft } from '../../../drafts/store.ts'
import type { Base, KeptTexts } from '../editor/use-draft.ts'

const PREFIX = 'new-template:'

/** Base of a template that is not stored yet. */
export const NOT_STORED: Base = { content: '', sampleData: '', dataSchema: '', revision: 0, version: 0 }

/** The key of the draft of a template that is not stored yet. */
export function unsavedTemplateKey(draftId: string): string {
  return PREFIX + draftId
}

/** Drafts of templates that are not stored yet, the newest first. */
export const unsavedTemplatesQuery = (owner: string) =>
  queryOptions({
    queryKey: ['drafts', 'new-templates', owner],
    queryFn: async () => (await listDrafts(owner)).filter(({ key }) => key.startsWith(PREFIX)),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the draft of an unsaved template. @returns undefined when it was saved or discarded. */
export async function readUnsavedTemplate(
  owner: string,
  draftId: string,
): Promise<StoredDraft<KeptTexts> | undefined> {
  return await readDraft<KeptTexts>(owner, unsavedTemplateKey(draftId))
}

/** Keeps a template that cannot be stored as it is. @returns the id of its draft. @throws {DOMException} */
export async function keepUnsavedTemplate(
  owner: string,
  { name, content }: { name: string; content: string },
): Promise<string> {
  const draftId = Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
  const value: KeptTexts = { content, sampleData: '{}', dataSchema: '', base: NOT_STORED }
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

/** The id in the key of a draft. */
export function draftIdOf(key: string): string {
  return key.slice(PREFIX.length)
}
