import type { Platen } from '../../../../sdk/src/index.ts'
import { plain, word } from '../texts.ts'
import {
  type Companion,
  type CompanionContent,
  companionsOf,
  companionThere,
  findCompanion,
} from './companions.ts'
import { type Mapping, noteMappings } from './manifest.ts'
import { reasonOf } from './reasons.ts'
import { stateOf } from './state.ts'

/** Result of pushing sample data or a schema. */
export interface PushedCompanion {
  file: string
  kind: 'sampleData' | 'schema'
  what: string
  templateId: string | null
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'refused'
  message?: string
}

/** Comparison of a data file with the account, before a push. */
export interface CompanionPlan {
  companion: Companion
  here: CompanionContent
  there: CompanionContent | undefined
  /** Reason not to send the file. `undefined` if there is none. */
  against: string | undefined
}

/**
 * Compares the data files of a template with the account.
 * @param known the template in the account with the versions that were pulled or pushed last; `undefined` for a new
 * template.
 * @throws {Refusal} for a file that cannot be used.
 */
export async function planCompanions(
  client: Platen,
  folder: string,
  { template, known, force }: { template: string; known: Partial<Mapping> | undefined; force: boolean },
  signal: AbortSignal,
): Promise<CompanionPlan[]> {
  const plans = companionsOf(template).map(async (dataFile): Promise<CompanionPlan[]> => {
    const local = await findCompanion(folder, dataFile)
    if (!local) return []
    const { templateId } = known ?? {}
    const remote =
      templateId === undefined ? undefined : await companionThere(client, dataFile, templateId, signal)
    const state = stateOf({ contentVersion: known?.[dataFile.kind.kind] ?? '' }, local, remote)
    const isOthers = state === 'changed there' || state === 'changed in both'
    return [
      {
        companion: dataFile,
        here: local,
        there: remote,
        against: isOthers && !force ? changedMessage(dataFile) : undefined,
      },
    ]
  })
  return (await Promise.all(plans)).flat()
}

/** Result for a data file that is not sent. */
export function refusedCompanion(
  { companion: { kind, file } }: Pick<CompanionPlan, 'companion'>,
  message: string,
  templateId: string | null = null,
): PushedCompanion {
  return { file, kind: kind.kind, what: kind.words, templateId, outcome: 'refused', message }
}

/** Sends a data file, unless the account has the same content, and records its version. @throws {PlatenError} */
export async function pushCompanion(
  client: Platen,
  folder: string,
  plan: CompanionPlan & { templateId: string; force: boolean },
  signal: AbortSignal,
): Promise<PushedCompanion> {
  const { companion: dataFile, here: local, there: remote, templateId, force } = plan
  const { kind, file, template } = dataFile
  const done = { file, kind: kind.kind, what: kind.words, templateId }
  if (local.bytes > kind.bytesMax) return { ...done, outcome: 'skipped', message: sizeMessage(plan) }
  try {
    const isSame = local.contentVersion === remote?.contentVersion
    const condition = force ? {} : remote ? { ifVersion: remote.contentVersion } : { ifAbsent: true }
    if (!isSame) await kind.of(client).set(templateId, local.value, { signal, ...condition })
    await noteMappings(folder, new Map([[template, { templateId, [kind.kind]: local.contentVersion }]]))
    return { ...done, outcome: isSame ? 'unchanged' : remote ? 'updated' : 'created' }
  } catch (error) {
    const message = reasonOf(error, file, () => changedMessage(dataFile))
    if (message === undefined) throw error
    return refusedCompanion(plan, message, templateId)
  }
}

function changedMessage({ kind, file, template }: Companion): string {
  const pull = `platen templates pull ${word(template)}`
  return `${plain(file)}: the account’s ${kind.words} changed since your last pull or push. Nothing was overwritten. To compare: platen templates diff ${word(template)}. To take the account’s: ${pull} --force. To overwrite the account’s: add --force.`
}

function sizeMessage({ companion: { kind, file }, here: local }: CompanionPlan): string {
  return `${plain(file)}: not sent. The ${kind.words} of a template may have ${kind.bytesMax.toLocaleString('en')} bytes. The file has ${local.bytes.toLocaleString('en')}.`
}
