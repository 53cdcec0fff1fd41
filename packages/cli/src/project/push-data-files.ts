import type { Platen } from '@platen/client'
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
  versionChange,
} from './data-files.ts'
import { type Mapping, recordMappings } from './manifest.ts'
import { refusalReasonOf } from './reasons.ts'
import { stateOf } from './state.ts'

/** Result of pushing sample data, a schema or a data set. */
export interface PushedDataFile {
  file: string
  kind: DataFileKind['kind']
  what: string
  templateId: string | null
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'refused'
  message?: string
}

/** Comparison of a data file with the account, before a push. */
export interface DataFilePlan {
  dataFile: DataFile
  local: DataFileContent
  remote: DataFileContent | undefined
  /** Reason not to send the file. `undefined` if there is none. */
  refusalReason: string | undefined
}

/**
 * Compares the data files of a template with the account.
 * @param known the template in the account with the versions that were pulled or pushed last; `undefined` for a new
 * template.
 * @throws {Refusal} for a file that cannot be used.
 */
export async function planDataFiles(
  client: Platen,
  folder: string,
  { template, known, force }: { template: string; known: Partial<Mapping> | undefined; force: boolean },
  signal: AbortSignal,
): Promise<DataFilePlan[]> {
  const dataSets = await localDataSets(folder, template)
  const plans = dataFilesOf(template, dataSets).map(async (dataFile): Promise<DataFilePlan[]> => {
    const local = await findDataFile(folder, dataFile)
    if (!local) return []
    const { templateId } = known ?? {}
    const remote =
      templateId === undefined ? undefined : await fetchDataFile(client, dataFile, templateId, signal)
    const lastVersion = lastVersionOf(known, dataFile)
    const state = stateOf({ contentVersion: lastVersion ?? '' }, local, remote)
    const isOthers = state === 'changed there' || state === 'changed in both'
    const isRemoved = dataFile.dataSet !== undefined && remote === undefined && lastVersion !== undefined
    const message = isOthers ? changedMessage(dataFile) : isRemoved ? removedMessage(dataFile) : undefined
    return [
      {
        dataFile,
        local,
        remote,
        refusalReason: force ? undefined : message,
      },
    ]
  })
  return (await Promise.all(plans)).flat()
}

/** Result for a data file that is not sent. */
export function refusedDataFile(
  { dataFile: { kind, file } }: Pick<DataFilePlan, 'dataFile'>,
  message: string,
  templateId: string | null = null,
): PushedDataFile {
  return { file, kind: kind.kind, what: kind.words, templateId, outcome: 'refused', message }
}

/** Sends a data file, unless the account has the same content, and records its version. @throws {PlatenError} */
export async function pushDataFile(
  client: Platen,
  folder: string,
  plan: DataFilePlan & { templateId: string; force: boolean },
  signal: AbortSignal,
): Promise<PushedDataFile> {
  const { dataFile, local, remote, templateId, force } = plan
  const { kind, file, template } = dataFile
  const done = { file, kind: kind.kind, what: kind.words, templateId }
  if (local.bytes > kind.bytesMax) return { ...done, outcome: 'skipped', message: sizeMessage(plan) }
  try {
    const isSame = local.contentVersion === remote?.contentVersion
    const condition = force ? {} : remote ? { ifVersion: remote.contentVersion } : { ifAbsent: true }
    if (!isSame) await kind.of(client).set(templateId, local.value, { signal, ...condition })
    await recordMappings(
      folder,
      new Map([[template, versionChange(dataFile, templateId, local.contentVersion)]]),
    )
    return { ...done, outcome: isSame ? 'unchanged' : remote ? 'updated' : 'created' }
  } catch (error) {
    const message = refusalReasonOf(error, file, () => changedMessage(dataFile))
    if (message === undefined) throw error
    return refusedDataFile(plan, message, templateId)
  }
}

function changedMessage({ kind, file, template }: DataFile): string {
  const pull = `platen templates pull ${quoteForShell(template)}`
  return `${withoutControls(file)}: the ${kind.words} in the account changed since your last pull or push. Nothing was overwritten. To compare: platen templates diff ${quoteForShell(template)}. To pull the change: ${pull} --force. To overwrite it: add --force.`
}

function removedMessage({ file }: DataFile): string {
  return `${withoutControls(file)}: this data set was deleted or renamed in the account since your last pull or push. Nothing was sent. To delete it here too, delete the file. To create it again: add --force.`
}

function sizeMessage({ dataFile: { kind, file }, local }: DataFilePlan): string {
  return `${withoutControls(file)}: not sent. It has ${local.bytes.toLocaleString('en')} bytes. The limit for the ${kind.words} of a template is ${kind.bytesMax.toLocaleString('en')} bytes.`
}
