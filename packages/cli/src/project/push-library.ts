import type { Platen } from '@platen/client'
import { formatTime } from '../output/times.ts'
import { withoutControls, quoteForShell } from '../output/texts.ts'
import { recordVersions, readVersions } from './manifest.ts'
import {
  findLibraryItem,
  type ListedItem,
  type LibraryItem,
  type ItemContent,
  LIBRARY_KINDS,
} from './library.ts'
import { sizeRefusal, refusalReasonOf } from './reasons.ts'

/** Result of pushing a partial or an asset. */
export interface PushedItem {
  file: string
  kind: 'partial' | 'asset'
  name: string
  /** `linked`: the account already has the same content. */
  outcome: 'created' | 'updated' | 'unchanged' | 'linked' | 'refused'
  message?: string
}

/** Item to push, with the reason not to send it. */
export interface ItemPlan {
  item: LibraryItem
  local: ItemContent
  /** The contentVersion that was pulled or pushed last. */
  lastVersion: string | undefined
  remote: ListedItem | undefined
  refusalReason: string | undefined
}

/**
 * Compares items with the account. Makes no calls if there are no items. @throws {Refusal} if a file cannot be read.
 */
export async function planItems(
  client: Platen,
  folder: string,
  items: readonly LibraryItem[],
  options: { force: boolean; createsNew: boolean },
  signal: AbortSignal,
): Promise<ItemPlan[]> {
  const plans: ItemPlan[] = []
  for (const kind of LIBRARY_KINDS) {
    const ofKind = items.filter((item) => item.kind === kind)
    if (ofKind.length === 0) continue
    const [lastVersions, listed] = await Promise.all([
      readVersions(folder, kind.words),
      kind.list(client, signal),
    ])
    for (const item of ofKind) {
      const local = await findLibraryItem(folder, item)
      if (!local) continue
      const lastVersion = options.createsNew ? undefined : lastVersions.get(item.file)
      const remote = listed.find(({ name }) => name === item.name)
      const refusalReason =
        sizeRefusal({ file: item.file, content: local.content, kind: article(item) }, kind.bytesMax) ??
        (options.force ? undefined : reasonAgainst({ item, local, lastVersion, remote }))
      plans.push({ item, local, lastVersion, remote, refusalReason })
    }
  }
  return plans
}

/** Result for an item that is not sent. */
export function refusedItem({ item }: Pick<ItemPlan, 'item'>, message: string): PushedItem {
  return { file: item.file, kind: item.kind.word, name: item.name, outcome: 'refused', message }
}

/** Sends an item, unless the account has the same content, and records its version. @throws {PlatenError} */
export async function pushItem(
  client: Platen,
  folder: string,
  plan: ItemPlan,
  force: boolean,
  signal: AbortSignal,
): Promise<PushedItem> {
  const { item, local, lastVersion, remote } = plan
  const { kind, name, file } = item
  const done = async (outcome: PushedItem['outcome'], contentVersion: string): Promise<PushedItem> => {
    if (lastVersion !== contentVersion)
      await recordVersions(folder, kind.words, new Map([[file, contentVersion]]))
    return { file, kind: kind.word, name, outcome }
  }
  try {
    if (remote?.contentVersion === local.contentVersion)
      return await done(lastVersion === undefined ? 'linked' : 'unchanged', local.contentVersion)
    const condition = force ? {} : remote ? { ifVersion: remote.contentVersion } : { ifAbsent: true }
    const { contentVersion } = await kind.put(client, name, local.content, { signal, ...condition })
    return await done(remote ? 'updated' : 'created', contentVersion)
  } catch (error) {
    const message = refusalReasonOf(error, file, () => changedMessage(item))
    if (message === undefined) throw error
    return refusedItem(plan, message)
  }
}

function reasonAgainst({
  item,
  local,
  lastVersion,
  remote,
}: Omit<ItemPlan, 'refusalReason'>): string | undefined {
  const [file, push] = [
    withoutControls(item.file),
    `platen ${item.kind.words} push ${quoteForShell(item.file)} --force`,
  ]
  if (remote?.contentVersion === local.contentVersion) return undefined
  if (!remote && lastVersion === undefined) return undefined
  if (!remote)
    return `The ${item.kind.word} of ${file} does not exist in this account. It was deleted, or it belongs to another account. To create it again: ${push}. To show the account: platen whoami.`
  if (lastVersion === undefined)
    return `The account already has ${article(item)} "${withoutControls(item.name)}" with other content, and ${file} was not pulled from it. To overwrite the file: platen ${item.kind.words} pull ${quoteForShell(item.name)} --force. To overwrite the ${item.kind.word}: ${push}.`
  return lastVersion === remote.contentVersion ? undefined : changedMessage(item, remote.updatedAt)
}

function changedMessage(item: LibraryItem, at?: string): string {
  const { kind, file } = item
  return `The ${kind.word} of ${withoutControls(file)} was changed in the account${at === undefined ? '' : ` at ${formatTime(at)}`}, after your last pull. Nothing was overwritten. To compare: platen templates diff ${quoteForShell(file)}. To pull the change: platen ${kind.words} pull ${quoteForShell(file)}. To overwrite it: add --force.`
}

function article({ kind }: LibraryItem): string {
  return kind.word === 'asset' ? 'an asset' : 'a partial'
}
