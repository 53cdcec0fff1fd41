import { join } from 'node:path'
import type { ListedTemplate, Platen } from '@platen/client'
import { SOURCE_BYTES_MAX } from '@platen/template/template-limits'
import { formatTime } from '../output/times.ts'
import { partialFiles } from '../local/library.ts'
import { CallerError } from '../caller.ts'
import { withoutControls, quoteForShell } from '../output/texts.ts'
import { templateNameFor } from './file-names.ts'
import { type LocalSource, readLocal } from './local.ts'
import { type Mapping, type Mappings, recordMappings, readMappings } from './manifest.ts'
import { type LibraryItem, libraryItems, readLocalLibrary, uniqueItems } from './library.ts'
import { mappedPath } from './paths.ts'
import { type ItemPlan, planItems, type PushedItem, pushItem, refusedItem } from './push-library.ts'
import {
  type DataFilePlan,
  planDataFiles,
  pushDataFile,
  type PushedDataFile,
  refusedDataFile,
} from './push-data-files.ts'
import { sizeRefusal, refusalReasonOf } from './reasons.ts'
import { warningsOf } from './template-warnings.ts'
import { mayRefer } from '@platen/template/references'

/** Result of pushing a file. */
export interface Pushed {
  file: string
  templateId: string | null
  /** `saved`: as a draft. `linked`: a template with this name already has the same source. */
  outcome: 'created' | 'updated' | 'saved' | 'unchanged' | 'linked' | 'refused'
  /** Problems that would make a render fail. */
  warnings?: string[]
  message?: string
}

/** Files to push. */
export interface PushRequest {
  /** If empty, all templates in `platen.json`. */
  files: string[]
  /** Overwrites changes in the account. The service keeps the overwritten version. */
  force: boolean
  /** Creates new templates, even if a template with the name exists. */
  createsNew: boolean
  /**
   * Saves the sources of existing templates as drafts. Sends no sample data, schemas, partials and assets, because renders
   * would use them at once.
   */
  isDraft: boolean
  name?: string | undefined
  description?: string | undefined
}

interface TemplatePlan {
  file: string
  source: LocalSource
  mapping: Mapping | undefined
  remote: ListedTemplate | undefined
  dataFiles: DataFilePlan[]
}

/**
 * Sends files as templates and records the versions in `platen.json`. The order is: partials and assets, templates,
 * sample data and schemas. All files are compared first. If one would overwrite a change in the account, nothing is
 * sent.
 * @throws {Refusal} if a file cannot be read. @throws {PlatenError}
 */
export async function push(
  client: Platen,
  folder: string,
  request: PushRequest,
  signal: AbortSignal,
): Promise<(Pushed | PushedItem | PushedDataFile)[]> {
  const mappings = await readMappings(folder)
  const files = filesOf(request, folder, mappings)
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readLocal(folder, file) })),
  )
  const listed = await client.templates.list({ archived: 'include', signal })
  const plans: TemplatePlan[] = []
  for (const { file, source } of sources)
    plans.push(await planTemplate(client, folder, { file, source, mappings, request, listed }, signal))
  const items = request.isDraft ? [] : await itemsUsedBy(folder, plans)
  const itemPlans = await planItems(client, folder, items, request, signal)
  const refused = refusalsOf(itemPlans, plans, request, listed)
  if (refused.length > 0) return refused
  const done: (Pushed | PushedItem | PushedDataFile)[] = []
  for (const plan of itemPlans) done.push(await pushItem(client, folder, plan, request.force, signal))
  // A template without its partials and assets cannot be rendered.
  if (done.some(({ outcome }) => outcome === 'refused'))
    return [...done, ...plans.map((plan) => refusal(plan, notSent(plan.file)))]
  for (const plan of plans) {
    const pushed = await pushTemplate(client, folder, { plan, request, listed }, signal)
    const warnings = await warningsAbout(client, folder, plan, signal)
    done.push({ ...pushed, ...(warnings.length > 0 && { warnings }) })
    const { templateId } = pushed
    if (pushed.outcome === 'refused' || templateId === null) continue
    for (const dataFile of plan.dataFiles) {
      const sent = { ...dataFile, templateId, force: request.force }
      done.push(await pushDataFile(client, folder, sent, signal))
    }
  }
  return done
}

/** Compares a file and its data files with the account. */
async function planTemplate(
  client: Platen,
  folder: string,
  target: {
    file: string
    source: LocalSource
    mappings: Mappings
    request: PushRequest
    listed: ListedTemplate[]
  },
  signal: AbortSignal,
): Promise<TemplatePlan> {
  const { file, source, mappings, request, listed } = target
  const mapping = request.createsNew ? undefined : mappings.get(file)
  const remote = listed.find(({ templateId }) => templateId === mapping?.templateId.toLowerCase())
  const { templateId } = remote ?? identicalTemplate({ file, source }, request, listed) ?? {}
  const known = templateId === undefined ? undefined : { ...mapping, templateId }
  const dataFiles = request.isDraft
    ? []
    : await planDataFiles(client, folder, { template: file, known, force: request.force }, signal)
  return { file, source, mapping, remote, dataFiles }
}

/** Returns the results of the files that cannot be sent. Empty if the push can start. */
function refusalsOf(
  itemPlans: ItemPlan[],
  plans: TemplatePlan[],
  request: PushRequest,
  listed: ListedTemplate[],
): (Pushed | PushedItem | PushedDataFile)[] {
  return [
    ...itemPlans.flatMap(itemRefusals),
    ...plans.flatMap((plan) => {
      const message = reasonAgainst(plan, request, listed)
      return message === undefined ? [] : [refusal(plan, message)]
    }),
    ...plans.flatMap(({ dataFiles }) => dataFiles.flatMap(dataFileRefusals)),
  ]
}

/**
 * Warns of missing helpers and partials. Lists the partials of the account only if one is missing beside the template.
 */
async function warningsAbout(
  client: Platen,
  folder: string,
  { file, source }: TemplatePlan,
  signal: AbortSignal,
): Promise<string[]> {
  const beside = (await partialFiles(join(folder, file))).map(({ name }) => name)
  const warnings = warningsOf(source.text, new Set(beside))
  if (warnings.length === 0) return []
  const remote = (await client.partials.list({ signal })).map(({ name }) => name)
  return warningsOf(source.text, new Set([...beside, ...remote]))
}

/** Returns the partials and assets beside the templates that these use. */
async function itemsUsedBy(folder: string, plans: TemplatePlan[]): Promise<LibraryItem[]> {
  const using = plans.filter(({ source }) => mayRefer(source.text))
  const items = await Promise.all(
    using.map(async ({ file, source }) =>
      libraryItems({ file, text: source.text }, await readLocalLibrary(folder, file)),
    ),
  )
  return uniqueItems(items.flat())
}

function itemRefusals(plan: ItemPlan): PushedItem[] {
  return plan.refusalReason === undefined ? [] : [refusedItem(plan, plan.refusalReason)]
}

function dataFileRefusals(plan: DataFilePlan): PushedDataFile[] {
  return plan.refusalReason === undefined ? [] : [refusedDataFile(plan, plan.refusalReason)]
}

function notSent(file: string): string {
  return `${withoutControls(file)} was not sent because a partial or an asset was rejected.`
}

function filesOf({ files }: PushRequest, folder: string, mappings: Mappings): string[] {
  if (files.length > 0) return [...new Set(files.map((file) => mappedPath(folder, file)))]
  if (mappings.size > 0) return [...mappings.keys()]
  throw new CallerError('platen.json lists no files yet.', {
    next: 'Name a file: platen templates push invoice.hbs creates a template from it.',
  })
}

/** Returns the reason not to send a file. `undefined` if there is none. */
function reasonAgainst(
  { file, source, mapping, remote }: TemplatePlan,
  { force, createsNew, name }: PushRequest,
  listed: ListedTemplate[],
): string | undefined {
  const tooLarge = sizeRefusal({ file, content: source.text, kind: 'a template' }, SOURCE_BYTES_MAX)
  if (tooLarge !== undefined) return tooLarge
  if (!mapping) {
    const templateName = name ?? templateNameFor(file)
    const isNew = createsNew || listed.every((template) => template.name !== templateName)
    if (isNew || identicalTemplate({ file, source }, { createsNew, name }, listed)) return undefined
    return `The account already has a template "${withoutControls(templateName)}", and ${withoutControls(file)} was not pulled from it. To pull it: platen templates pull ${quoteForShell(templateName)}. To create another template: --new.`
  }
  if (!remote)
    return `The template of ${withoutControls(file)} does not exist in this account. It was deleted, or it belongs to another account. To create it again: --new. To show the account: platen whoami.`
  const isKnown = remote.contentVersion === mapping.contentVersion || hasSource(source)(remote)
  return isKnown || force ? undefined : changedMessage(file, remote.updatedAt)
}

async function pushTemplate(
  client: Platen,
  folder: string,
  { plan, request, listed }: { plan: TemplatePlan; request: PushRequest; listed: ListedTemplate[] },
  signal: AbortSignal,
): Promise<Pushed> {
  const { file, source, mapping, remote } = plan
  const { name, description, force, isDraft } = request
  const record = async (
    { templateId, contentVersion }: Mapping,
    outcome: Pushed['outcome'],
  ): Promise<Pushed> => {
    await recordMappings(folder, new Map([[file, { templateId, contentVersion }]]))
    return { file, templateId, outcome }
  }
  try {
    if (!mapping || !remote) {
      const templateName = name ?? templateNameFor(file)
      const identical = identicalTemplate(plan, request, listed)
      if (identical) return await record(identical, 'linked')
      const created = await client.templates.upload(
        { name: templateName, description, content: source.text },
        { signal },
      )
      return await record(created, 'created')
    }
    const changesFields = name !== undefined || description !== undefined
    if (hasSource(source)(remote) && !changesFields) {
      if (mapping.contentVersion !== remote.contentVersion) return await record(remote, 'unchanged')
      return { file, templateId: remote.templateId, outcome: 'unchanged' }
    }
    if (isDraft) {
      // platen.json still records the published version, which this file is based on.
      await client.templates.drafts.save(remote.templateId, source.text, { signal })
      return { file, templateId: remote.templateId, outcome: 'saved' }
    }
    const ifVersion = force ? undefined : mapping.contentVersion
    const replacement = { content: source.text, name, description, ifVersion }
    return await record(await client.templates.replace(remote.templateId, replacement, { signal }), 'updated')
  } catch (error) {
    const message = refusalReasonOf(error, file, () => changedMessage(file))
    if (message === undefined) throw error
    return refusal(plan, message)
  }
}

/**
 * Finds a template with the same name and source: from an interrupted push, or from another user with the same files.
 */
function identicalTemplate(
  { file, source }: Pick<TemplatePlan, 'file' | 'source'>,
  { createsNew, name }: Pick<PushRequest, 'createsNew' | 'name'>,
  listed: ListedTemplate[],
): ListedTemplate | undefined {
  const templateName = name ?? templateNameFor(file)
  return createsNew ? undefined : listed.find((one) => one.name === templateName && hasSource(source)(one))
}

function hasSource({ contentVersion }: LocalSource): (template: ListedTemplate) => boolean {
  return (template) => template.contentVersion === contentVersion
}

function changedMessage(file: string, at?: string): string {
  const shown = withoutControls(file)
  return `The template of ${shown} was changed in the account${at === undefined ? '' : ` at ${formatTime(at)}`}, after your last pull. Nothing was overwritten. To compare: platen templates diff ${quoteForShell(file)}. To pull the change: platen templates pull ${quoteForShell(file)}. To overwrite it: add --force.`
}

function refusal({ file, remote, mapping }: TemplatePlan, message: string): Pushed {
  return { file, templateId: remote?.templateId ?? mapping?.templateId ?? null, outcome: 'refused', message }
}
