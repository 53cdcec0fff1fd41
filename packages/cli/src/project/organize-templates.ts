import type { Result } from '../command.ts'
import type { CallerCall } from '../caller.ts'
import { formatCount, withoutControls } from '../output/texts.ts'
import { findTemplate } from './find-template.ts'

/** Archives templates, so that calls with them are rejected. */
export async function archiveTemplates(call: CallerCall, references: string[]): Promise<Result> {
  const archived = await changeEach(call, references, 'archive')
  return { text: `Archived ${formatCount(archived.length, 'template')}.`, json: { archived } }
}

/** Restores archived templates. */
export async function unarchiveTemplates(call: CallerCall, references: string[]): Promise<Result> {
  const restored = await changeEach(call, references, 'unarchive')
  return { text: `Restored ${formatCount(restored.length, 'template')}.`, json: { restored } }
}

/** Replaces the tags of a template. */
export async function tagTemplate(call: CallerCall, reference: string, tags: string[]): Promise<Result> {
  const { templateId } = await findTemplate(call, reference)
  const client = await call.client()
  const stored = await client.templates.setTags(templateId, tags, { signal: call.signal })
  const text = stored.length === 0 ? 'Removed all tags.' : `Tags: ${stored.map(withoutControls).join(', ')}`
  return { text, json: { templateId, tags: stored } }
}

async function changeEach(
  call: CallerCall,
  references: string[],
  method: 'archive' | 'unarchive',
): Promise<string[]> {
  const client = await call.client()
  const ids: string[] = []
  for (const reference of references) {
    const prefers = method === 'unarchive' ? 'archived' : 'active'
    const { templateId } = await findTemplate(call, reference, prefers)
    await client.templates[method](templateId, { signal: call.signal })
    ids.push(templateId)
  }
  return ids
}
