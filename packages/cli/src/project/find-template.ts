import type { CallerCall } from '../caller.ts'
import { readMappings } from './manifest.ts'
import { findTemplateReference, type TemplateReference } from './references.ts'

/** Finds the template that an argument names: by its id, its name, or its file in `platen.json` of the current folder. */
export async function findTemplate(call: CallerCall, reference: string): Promise<TemplateReference> {
  const client = await call.client()
  const folder = process.cwd()
  const list = () => client.templates.list({ archived: 'include', signal: call.signal })
  return await findTemplateReference(reference, { folder, mappings: await readMappings(folder), list })
}
