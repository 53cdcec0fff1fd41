import type { CallerCall } from '../caller.ts'
import { readMappings } from './manifest.ts'
import { findTemplateReference, type TemplateReference } from './references.ts'

/**
 * Finds the template that an argument names: by its id, its name, or its file in `platen.json` of the current folder.
 * @param prefers the templates that are found first by a name.
 */
export async function findTemplate(
  call: CallerCall,
  reference: string,
  prefers: 'active' | 'archived' = 'active',
): Promise<TemplateReference> {
  const client = await call.client()
  const folder = process.cwd()
  const list = () => client.templates.list({ archived: 'include', signal: call.signal })
  const mappings = await readMappings(folder)
  return await findTemplateReference(reference, { folder, mappings, list, prefers })
}
