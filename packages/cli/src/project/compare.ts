import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import { NotFound, type Platen } from '@platen/client'
import { CallerError } from '../caller.ts'
import { withoutControls } from '../output/texts.ts'
import {
  type DataFileKind,
  dataFilesOf,
  fetchDataFile,
  findDataFile,
  lastVersionOf,
  localDataSets,
  textOf,
} from './data-files.ts'
import { findLocal } from './local.ts'
import { type Mapping, readMappings, readVersions } from './manifest.ts'
import { findLibraryItem, type LibraryItem, LIBRARY_KINDS, type ItemContent } from './library.ts'
import { mappedPath } from './paths.ts'
import { type State, stateOf } from './state.ts'

/** Difference between a file and its template, partial or asset in the account. */
export interface Difference {
  file: string
  /** Set for templates and their data files. */
  templateId?: string
  /** Not set for the source of a template. */
  kind?: 'partial' | 'asset' | DataFileKind['kind']
  /** Set for partials and assets. */
  name?: string
  state: State
  /** Unified diff from the account to this machine. Empty for equal files and for assets. */
  patch: string
}

// Limit for a diff. Without it, two large and unrelated files take minutes.
const COMPARING_MS_MAX = 5_000
const LINES_AROUND = 3

/**
 * Compares files of `platen.json` with the account. Without `files`, compares all. @throws {CallerError} @throws
 * {PlatenError}
 */
export async function compare(
  client: Platen,
  folder: string,
  files: string[],
  signal: AbortSignal,
): Promise<Difference[]> {
  const mappings = await readMappings(folder)
  const items = await mappedItems(folder)
  const known = new Set([...mappings.keys(), ...items.keys()])
  const requested = files.length === 0 ? [...known] : files.map((file) => mappedPath(folder, file))
  if (requested.length === 0) throw unmapped('platen.json lists no files yet')
  const differences: Difference[] = []
  for (const file of requested) {
    const [mapping, item] = [mappings.get(file), items.get(file)]
    if (!mapping && !item) throw unmapped(`platen.json does not list ${withoutControls(file)}`)
    if (mapping) {
      differences.push(await compareTemplate(client, folder, { file, ...mapping }, signal))
      differences.push(...(await compareDataFiles(client, folder, { file, ...mapping }, signal)))
    }
    if (item) differences.push(await compareItem(client, folder, item, signal))
  }
  return differences
}

async function compareTemplate(
  client: Platen,
  folder: string,
  mapping: Mapping & { file: string },
  signal: AbortSignal,
): Promise<Difference> {
  const { file, templateId } = mapping
  const local = await findLocal(folder, file)
  const remote = await client.templates.get(templateId, { signal }).catch(undefinedIfMissing)
  const patch = local && remote ? patchOf(file, remote.content, local.text) : ''
  return { file, templateId, state: stateOf(mapping, local, remote), patch }
}

/** Compares the sample data, the schema and the data sets that exist here or were pushed or pulled before. */
async function compareDataFiles(
  client: Platen,
  folder: string,
  mapping: Mapping & { file: string },
  signal: AbortSignal,
): Promise<Difference[]> {
  const here = await localDataSets(folder, mapping.file)
  const dataSets = [...here, ...(mapping.dataSets?.keys() ?? [])]
  const compared = dataFilesOf(mapping.file, dataSets).map(async (dataFile): Promise<Difference[]> => {
    const { templateId } = mapping
    const { kind, file } = dataFile
    const local = await findDataFile(folder, dataFile)
    const lastVersion = lastVersionOf(mapping, dataFile)
    if (!local && lastVersion === undefined) return []
    const remote = await fetchDataFile(client, dataFile, templateId, signal).catch(undefinedIfMissing)
    const state = stateOf({ contentVersion: lastVersion ?? '' }, local, remote)
    const patch = local && remote ? patchOf(file, textOf(remote), textOf(local)) : ''
    return [{ file, templateId, kind: kind.kind, state, patch }]
  })
  return (await Promise.all(compared)).flat()
}

type MappedItem = LibraryItem & { contentVersion: string }

async function mappedItems(folder: string): Promise<ReadonlyMap<string, MappedItem>> {
  const sections = await Promise.all(
    LIBRARY_KINDS.map(async (kind) =>
      [...(await readVersions(folder, kind.words))].map(
        ([file, contentVersion]) => [file, { kind, file, name: kind.nameOf(file), contentVersion }] as const,
      ),
    ),
  )
  return new Map(sections.flat())
}

async function compareItem(
  client: Platen,
  folder: string,
  item: MappedItem,
  signal: AbortSignal,
): Promise<Difference> {
  const { kind, name, file } = item
  const local = await findLibraryItem(folder, item)
  const remote = await kind.get(client, name, signal).catch(undefinedIfMissing)
  const isText = (one: ItemContent | undefined) => typeof one?.content === 'string'
  const patch =
    isText(local) && isText(remote) ? patchOf(file, String(remote?.content), String(local?.content)) : ''
  return { file, kind: kind.word, name, state: stateOf(item, local, remote), patch }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}

function patchOf(file: string, remote: string, local: string): string {
  if (remote === local) return ''
  const options = { context: LINES_AROUND, timeout: COMPARING_MS_MAX }
  const patch = structuredPatch(`there/${file}`, `here/${file}`, remote, local, undefined, undefined, options)
  return patch
    ? formatPatch(patch, FILE_HEADERS_ONLY)
    : `there/${file} and here/${file} have almost no line in common.\n`
}

function unmapped(message: string): CallerError {
  return new CallerError(`${message}.`, {
    next: 'To write a template to a file: platen templates pull NAME. To create a template from a file: platen templates push FILE.',
  })
}
