import { resolve } from 'node:path'
import type { Result } from '../command.ts'
import type { CallerCall } from '../caller.ts'
import { formatCount } from '../output/texts.ts'
import { findLocal } from '../project/local.ts'
import { readMappings, recordMappings } from '../project/manifest.ts'
import { fileWith } from '../project/references.ts'
import { findTemplate } from '../project/find-template.ts'

// platen.json and its files are below the current folder.
const HERE = resolve('.')

/** Publishes the drafts of templates. @throws {NotFound} for the first template without a draft. */
export async function publishDrafts(call: CallerCall, references: string[]): Promise<Result> {
  const client = await call.client()
  const templates = []
  for (const reference of references) {
    const { templateId } = await findTemplate(call, reference)
    const template = await client.templates.drafts.publish(templateId, { signal: call.signal })
    await recordPublished(template)
    templates.push(template)
  }
  return { text: `Published ${formatCount(templates.length, 'draft')}.`, json: { published: templates } }
}

/** Discards the drafts of templates. @throws {NotFound} for the first template without a draft. */
export async function discardDrafts(call: CallerCall, references: string[]): Promise<Result> {
  const client = await call.client()
  const discarded: string[] = []
  for (const reference of references) {
    const { templateId } = await findTemplate(call, reference)
    await client.templates.drafts.discard(templateId, { signal: call.signal })
    discarded.push(templateId)
  }
  return { text: `Discarded ${formatCount(discarded.length, 'draft')}.`, json: { discarded } }
}

/** Records the published version of a file that has the same source, so that the next push is not a conflict. */
async function recordPublished({
  templateId,
  contentVersion,
}: {
  templateId: string
  contentVersion: string
}): Promise<void> {
  const file = fileWith(await readMappings(HERE), templateId)
  if (file === undefined) return
  const local = await findLocal(HERE, file)
  if (local?.contentVersion !== contentVersion) return
  await recordMappings(HERE, new Map([[file, { templateId, contentVersion }]]))
}
