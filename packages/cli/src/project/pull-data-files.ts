import type { Platen } from '@platen/client'
import { Refusal } from '@platen/template/refusal'
import { withoutControls, quoteForShell } from '../output/texts.ts'
import {
  type DataFile,
  type DataFileContent,
  type DataFileKind,
  dataFilesOf,
  fetchDataFile,
  findDataFile,
  lastVersionOf,
  localDataSets,
  textOf,
  versionChange,
} from './data-files.ts'
import { writeLocal } from './local.ts'
import { type Mapping, recordMappings, readMappings } from './manifest.ts'
import { stateOf } from './state.ts'

/** Result of pulling sample data, a schema or a data set. */
export interface PulledDataFile {
  file: string
  kind: DataFileKind['kind']
  what: string
  templateId: string
  /** `removedThere`: the data set was deleted or renamed in the account. Its file is kept. */
  outcome: 'written' | 'unchanged' | 'keptLocal' | 'removedThere' | 'refused'
  message?: string
}

/** Writes the sample data, the schemas and the data sets of templates to files and records their versions. */
export async function pullDataFiles(
  client: Platen,
  folder: string,
  templates: readonly { file: string; templateId: string }[],
  force: boolean,
  signal: AbortSignal,
): Promise<PulledDataFile[]> {
  const mappings = await readMappings(folder)
  const done: PulledDataFile[] = []
  for (const { file, templateId } of templates) {
    const dataSets = (await client.templates.dataSets.list(templateId, { signal })).map(({ name }) => name)
    const mapping = mappings.get(file)
    const local = await localDataSets(folder, file)
    const removed = local.filter((name) => mapping?.dataSets?.has(name) && !dataSets.includes(name))
    for (const dataFile of dataFilesOf(file, [...dataSets, ...removed])) {
      const pulled = await pullDataFile(client, { folder, dataFile, templateId, mapping, force }, signal)
      if (pulled) done.push(pulled)
    }
  }
  return done
}

interface PullTarget {
  folder: string
  dataFile: DataFile
  templateId: string
  mapping: Mapping | undefined
  force: boolean
}

/** Pulls one data file. @returns `undefined` if the account has none. */
async function pullDataFile(
  client: Platen,
  target: PullTarget,
  signal: AbortSignal,
): Promise<PulledDataFile | undefined> {
  const { folder, dataFile, templateId, mapping, force } = target
  const { kind, file, template } = dataFile
  const remote = await fetchDataFile(client, dataFile, templateId, signal)
  const done = { file, kind: kind.kind, what: kind.words, templateId }
  if (!remote) return dataFile.dataSet === undefined ? undefined : { ...done, outcome: 'removedThere' }
  const local = await findUsable(folder, dataFile)
  const state =
    local === 'unusable'
      ? 'changed in both'
      : stateOf({ contentVersion: lastVersionOf(mapping, dataFile) ?? '' }, local, remote)
  if (!force && state === 'changed here') return { ...done, outcome: 'keptLocal' }
  if (!force && state === 'changed in both')
    return { ...done, outcome: 'refused', message: conflictMessage(dataFile) }
  if (state !== 'same') await writeLocal(folder, file, textOf(remote))
  await recordMappings(
    folder,
    new Map([[template, versionChange(dataFile, templateId, remote.contentVersion)]]),
  )
  return { ...done, outcome: state === 'same' ? 'unchanged' : 'written' }
}

/** Reads the file. A file without usable JSON counts as changed here. */
async function findUsable(
  folder: string,
  dataFile: DataFile,
): Promise<DataFileContent | 'unusable' | undefined> {
  return await findDataFile(folder, dataFile).catch((error: unknown) => {
    if (error instanceof Refusal) return 'unusable' as const
    throw error
  })
}

function conflictMessage({ kind, file, template }: DataFile): string {
  return `${withoutControls(file)} differs from the ${kind.words} in the account, and neither is the version that was pulled last. To compare: platen templates diff ${quoteForShell(template)}. To overwrite the file: add --force.`
}
