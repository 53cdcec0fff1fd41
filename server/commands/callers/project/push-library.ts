import type { Platen } from '../../../../sdk/src/index.ts'
import { timeInWords } from '../../times.ts'
import { plain, word } from '../texts.ts'
import { noteSeen, readSeen } from './manifest.ts'
import {
  findLibraryItem,
  type ListedItem,
  type LibraryItem,
  type ItemContent,
  LIBRARY_KINDS,
} from './library.ts'
import { reasonAgainstSize, reasonOf } from './reasons.ts'

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
  part: LibraryItem
  here: ItemContent
  /** The contentVersion that was pulled or pushed last. */
  seen: string | undefined
  there: ListedItem | undefined
  against: string | undefined
}

/**
 * Compares items with the account. Makes no calls if there are no items. @throws {Refusal} if a file cannot be read.
 */
export async function planItems(
  client: Platen,
  folder: string,
  parts: readonly LibraryItem[],
  options: { force: boolean; anew: boolean },
  signal: AbortSignal,
): Promise<ItemPlan[]> {
  const plans: ItemPlan[] = []
  for (const kind of LIBRARY_KINDS) {
    const ofKind = parts.filter((part) => part.kind === kind)
    if (ofKind.length === 0) continue
    const [lastVersions, listed] = await Promise.all([
      readSeen(folder, kind.words),
      kind.list(client, signal),
    ])
    for (const part of ofKind) {
      const local = await findLibraryItem(folder, part)
      if (!local) continue
      const lastVersion = options.anew ? undefined : lastVersions.get(part.file)
      const remote = listed.find(({ name }) => name === part.name)
      const against =
        reasonAgainstSize({ file: part.file, content: local.content, kind: article(part) }, kind.bytesMax) ??
        (options.force ? undefined : reasonAgainst({ part, here: local, seen: lastVersion, there: remote }))
      plans.push({ part, here: local, seen: lastVersion, there: remote, against })
    }
  }
  return plans
}

/** Result for an item that is not sent. */
export function refusedItem({ part }: Pick<ItemPlan, 'part'>, message: string): PushedItem {
  return { file: part.file, kind: part.kind.word, name: part.name, outcome: 'refused', message }
}

/** Sends an item, unless the account has the same content, and records its version. @throws {PlatenError} */
export async function pushItem(
  client: Platen,
  folder: string,
  plan: ItemPlan,
  force: boolean,
  signal: AbortSignal,
): Promise<PushedItem> {
  const { part, here: local, seen: lastVersion, there: remote } = plan
  const { kind, name, file } = part
  const done = async (outcome: PushedItem['outcome'], contentVersion: string): Promise<PushedItem> => {
    if (lastVersion !== contentVersion) await noteSeen(folder, kind.words, new Map([[file, contentVersion]]))
    return { file, kind: kind.word, name, outcome }
  }
  try {
    if (remote?.contentVersion === local.contentVersion)
      return await done(lastVersion === undefined ? 'linked' : 'unchanged', local.contentVersion)
    const condition = force ? {} : remote ? { ifVersion: remote.contentVersion } : { ifAbsent: true }
    const { contentVersion } = await kind.put(client, name, local.content, { signal, ...condition })
    return await done(remote ? 'updated' : 'created', contentVersion)
  } catch (error) {
    const message = reasonOf(error, file, () => changedMessage(part))
    if (message === undefined) throw error
    return refusedItem(plan, message)
  }
}

function reasonAgainst({
  part,
  here: local,
  seen: lastVersion,
  there: remote,
}: Omit<ItemPlan, 'against'>): string | undefined {
  const [file, push] = [plain(part.file), `platen ${part.kind.words} push ${word(part.file)} --force`]
  if (remote?.contentVersion === local.contentVersion) return undefined
  if (!remote && lastVersion === undefined) return undefined
  if (!remote)
    return `The ${part.kind.word} of ${file} does not exist in this account. It was deleted, or it belongs to another account. To create it again: ${push}. To show the account: platen whoami.`
  if (lastVersion === undefined)
    return `The account already has ${article(part)} "${plain(part.name)}" with other content, and ${file} was not pulled from it. To overwrite the file: platen ${part.kind.words} pull ${word(part.name)} --force. To overwrite the ${part.kind.word}${forGood(part)}: ${push}.`
  return lastVersion === remote.contentVersion ? undefined : changedMessage(part, remote.updatedAt)
}

function changedMessage(part: LibraryItem, at?: string): string {
  const { kind, file } = part
  return `The ${kind.word} of ${plain(file)} was changed in the account${at === undefined ? '' : ` at ${timeInWords(at)}`}, after your last pull. Nothing was overwritten. To compare: platen templates diff ${word(file)}. To take the change: platen ${kind.words} pull ${word(file)}. To overwrite it${forGood(part)}: add --force.`
}

function article({ kind }: LibraryItem): string {
  return kind.word === 'asset' ? 'an asset' : 'a partial'
}

function forGood({ kind }: LibraryItem): string {
  return kind.word === 'asset' ? ' for good (assets have no versions)' : ''
}
