import type { ListedTemplate } from '@platen/client'
import { CallerError } from '../caller.ts'
import { didYouMean, similarNames } from '../output/similar.ts'
import { withoutControls } from '../output/texts.ts'
import { formatTime } from '../output/times.ts'
import type { Mappings } from './manifest.ts'
import { mappedPath } from './paths.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Template that a reference names. */
export interface TemplateReference {
  templateId: string
  /** Its file in `platen.json`, if it has one. */
  file: string | undefined
}

/**
 * Finds the template for an id, a file in `platen.json` or a name.
 * @param options `list`: lists the templates, also archived ones. Called for names only. `prefers`: if active and archived
 * templates have the name, these are meant.
 * @throws {CallerError} if no template or several templates match.
 */
export async function findTemplateReference(
  reference: string,
  options: {
    folder: string
    mappings: Mappings
    list: () => Promise<ListedTemplate[]>
    prefers?: 'active' | 'archived'
  },
): Promise<TemplateReference> {
  const { folder, mappings, list, prefers = 'active' } = options
  const file = fileOf(reference, folder, mappings)
  if (file !== undefined) return { templateId: mappings.get(file)?.templateId ?? '', file }
  const templateId = UUID.test(reference)
    ? reference.toLowerCase()
    : idOfName(reference, await list(), prefers)
  return { templateId, file: fileWith(mappings, templateId) }
}

/** Returns the file of a template in `platen.json`. */
export function fileWith(mappings: Mappings, templateId: string): string | undefined {
  return [...mappings].find(([, mapping]) => mapping.templateId.toLowerCase() === templateId)?.[0]
}

function fileOf(reference: string, folder: string, mappings: Mappings): string | undefined {
  try {
    const file = mappedPath(folder, reference)
    return mappings.has(file) ? file : undefined
  } catch {
    return undefined
  }
}

function idOfName(name: string, templates: ListedTemplate[], prefers: 'active' | 'archived'): string {
  const matches = templates.filter((template) => template.name === name)
  const preferred = matches.filter(
    ({ archivedAt }) => (archivedAt !== undefined) === (prefers === 'archived'),
  )
  const [match, ...more] = preferred.length > 0 ? preferred : matches
  if (match && more.length === 0) return match.templateId
  if (!match) {
    const similar = similarNames(
      name,
      templates.map((template) => template.name),
    ).map(withoutControls)
    throw new CallerError(
      `No template matches "${withoutControls(name)}".${didYouMean(similar)} TEMPLATE is a file in platen.json, a template id or a template name.`,
      { next: 'platen templates lists your templates.' },
    )
  }
  const all = [match, ...more].map(
    ({ templateId, updatedAt }) => `${templateId}  changed ${formatTime(updatedAt)}`,
  )
  throw new CallerError(`${all.length} templates have the name "${withoutControls(name)}".`, {
    next: `Use the id of one:\n${all.map((id) => `  ${id}`).join('\n')}`,
  })
}
