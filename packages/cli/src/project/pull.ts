import { type ListedTemplate, NotFound, type Platen } from '@platen/client'
import { CallerError } from '../caller.ts'
import { withoutControls, quoteForShell } from '../output/texts.ts'
import { fileNameFor } from './file-names.ts'
import { findLocal, writeLocal } from './local.ts'
import { type Mapping, type Mappings, recordMappings, readMappings } from './manifest.ts'
import { mappedPath } from './paths.ts'
import { type PulledItem, pullUsedItems } from './pull-library.ts'
import { type PulledDataFile, pullDataFiles } from './pull-data-files.ts'
import { fileWith, findTemplateReference, type TemplateReference } from './references.ts'

/** Result of pulling a template. */
export interface Pulled {
  file: string
  templateId: string
  /** `keptLocal`: changed only here. `refused`: changed here and in the account, or the file is not from this account. */
  outcome: 'written' | 'unchanged' | 'keptLocal' | 'refused'
  message?: string
}

/** Templates to pull. */
export interface PullRequest {
  /** Ids, names and files. If empty, all templates in `platen.json`. */
  references: string[]
  /** Pulls all templates of the account. */
  all: boolean
  /** Overwrites files regardless of their content. */
  force: boolean
  /** File for the one template. */
  output: string | undefined
}

/**
 * Writes templates to files, with their sample data, schemas, partials and assets, and records the versions in
 * `platen.json`. Does not overwrite local changes, unless forced.
 * @throws {Refusal} for an unknown reference. @throws {PlatenError}
 */
export async function pull(
  client: Platen,
  folder: string,
  request: PullRequest,
  signal: AbortSignal,
): Promise<(Pulled | PulledItem | PulledDataFile)[]> {
  const mappings = await readMappings(folder)
  const listed = await client.templates.list({ archived: 'include', signal })
  const requested = await requestedTemplates(request, { folder, mappings, listed })
  const done: Pulled[] = []
  const planned = new Map<string, string>()
  for (const { templateId, file: known } of requested) {
    const name = listed.find((one) => one.templateId === templateId)?.name ?? templateId
    const file = known ?? request.output ?? newFile(name, mappings, planned)
    planned.set(file.toLowerCase(), templateId)
    done.push(
      await pullTemplate(client, { folder, file, templateId, mappings, force: request.force }, signal),
    )
  }
  const pulled = done.filter(({ outcome }) => outcome !== 'refused')
  const dataFiles = await pullDataFiles(client, folder, pulled, request.force, signal)
  const files = pulled.map(({ file }) => file)
  return [...done, ...dataFiles, ...(await pullUsedItems(client, folder, files, request.force, signal))]
}

async function requestedTemplates(
  { references, all, output }: PullRequest,
  { folder, mappings, listed }: { folder: string; mappings: Mappings; listed: ListedTemplate[] },
): Promise<TemplateReference[]> {
  if (all) return listed.map(({ templateId }) => ({ templateId, file: fileWith(mappings, templateId) }))
  if (references.length === 0 && mappings.size === 0) {
    throw new CallerError('platen.json lists no templates yet.', {
      next: 'Name the templates: platen templates pull NAME. To pull all: platen templates pull --all.',
    })
  }
  if (references.length === 0)
    return [...mappings].map(([file, { templateId }]) => ({ file, templateId: templateId.toLowerCase() }))
  const list = () => Promise.resolve(listed)
  const named = await Promise.all(
    references.map((reference) => findTemplateReference(reference, { folder, mappings, list })),
  )
  const unique = [...new Map(named.map((one) => [one.templateId, one])).values()]
  return output === undefined
    ? unique
    : unique.map(({ templateId }) => ({ templateId, file: mappedPath(folder, output) }))
}

/** Returns the file for a template without a mapping. An existing file of that name is compared like any other. */
function newFile(name: string, mappings: Mappings, planned: ReadonlyMap<string, string>): string {
  const mapped = new Set([...mappings.keys()].map((file) => file.toLowerCase()))
  return fileNameFor(name, (file) => mapped.has(file.toLowerCase()) || planned.has(file.toLowerCase()))
}

interface PullTarget {
  folder: string
  file: string
  templateId: string
  mappings: Mappings
  force: boolean
}

async function pullTemplate(client: Platen, target: PullTarget, signal: AbortSignal): Promise<Pulled> {
  const { folder, file, templateId } = target
  const local = await findLocal(folder, file)
  const remote = await client.templates.get(templateId, { signal }).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
  if (!remote) return { file, templateId, outcome: 'refused', message: missingMessage(file) }
  const { contentVersion, content } = remote
  const known = target.mappings.get(file)
  const mapping = { templateId, contentVersion }
  if (local?.contentVersion === contentVersion) {
    await recordIfChanged(folder, file, { known, mapping })
    return { file, templateId, outcome: 'unchanged' }
  }
  if (local && !target.force) {
    const isOther = known === undefined || known.templateId !== templateId
    if (isOther) return { file, templateId, outcome: 'refused', message: untrackedMessage(file) }
    if (known.contentVersion === contentVersion) return { file, templateId, outcome: 'keptLocal' }
    if (local.contentVersion !== known.contentVersion)
      return { file, templateId, outcome: 'refused', message: conflictMessage(file) }
  }
  await writeLocal(folder, file, content)
  // Recorded after the file is written. Otherwise a later push could overwrite a version that was never pulled.
  await recordMappings(folder, new Map([[file, mapping]]))
  return { file, templateId, outcome: 'written' }
}

async function recordIfChanged(
  folder: string,
  file: string,
  { known, mapping }: { known: Mapping | undefined; mapping: Mapping },
): Promise<void> {
  if (known?.templateId === mapping.templateId && known.contentVersion === mapping.contentVersion) return
  await recordMappings(folder, new Map([[file, mapping]]))
}

function untrackedMessage(file: string): string {
  return `${withoutControls(file)} already exists and is not this template. To write to another file: --output FILE. To overwrite the file: --force.`
}

function conflictMessage(file: string): string {
  return `${withoutControls(file)} was changed here and in the account since your last pull. To compare: platen templates diff ${quoteForShell(file)}. To discard your changes: --force.`
}

function missingMessage(file: string): string {
  return `The template of ${withoutControls(file)} does not exist in this account. It was deleted, or it belongs to another account. To show the account: platen whoami.`
}
