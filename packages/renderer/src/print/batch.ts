import { mayRunScripts } from './html-features.ts'
import { mayHaveUnknownSize } from './layout/page-size.ts'
import type { Owner, Printer } from './printer.ts'
import type { Printed } from './tab.ts'

// A group is one print. It has enough documents that setting up fonts and styles costs little, and few enough that its
// tab is soon free for other accounts.
const GROUP_MAX = 25
const GROUP_LENGTH_MAX = 4_000_000

/**
 * Prints several documents in parallel. A group of documents is printed as a combined document when each looks as it
 * does when printed alone. When one print fails, the others are aborted.
 * @param parallel number of tabs of the printer.
 * @returns PDFs in the order of the documents. Each holds one document or several.
 */
export async function printBatch(
  printer: Pick<Printer, 'print' | 'printCombined'>,
  documents: string[],
  { owner, parallel, signal }: { owner: Owner; parallel: number; signal: AbortSignal },
): Promise<Printed[]> {
  const failed = new AbortController()
  const eitherSignal = AbortSignal.any([signal, failed.signal])
  const printGroup = async (group: string[]): Promise<Printed[]> => {
    // The author's warnings are about single documents.
    const combined =
      !owner.warnsAuthor && mayCombine(group)
        ? await printer.printCombined(group, owner, eitherSignal)
        : undefined
    if (combined) return [combined]
    return await Promise.all(group.map((html) => printer.print(html, owner, eitherSignal)))
  }
  try {
    return (await Promise.all(groupsOf(documents, parallel).map(printGroup))).flat()
  } catch (error) {
    failed.abort()
    throw error
  }
}

function groupsOf(documents: string[], parallel: number): string[][] {
  const size = Math.min(GROUP_MAX, Math.ceil(documents.length / parallel))
  const groups: string[][] = []
  let length = Infinity
  for (const html of documents) {
    length += html.length
    if (length > GROUP_LENGTH_MAX || groups.at(-1)?.length === size) {
      groups.push([])
      length = html.length
    }
    groups.at(-1)?.push(html)
  }
  return groups
}

/** Returns whether documents may be combined, as far as their HTML shows. The checks in the page follow. */
export function mayCombine(group: string[]): boolean {
  return group.length > 1 && !group.some((html) => mayRunScripts(html) || mayHaveUnknownSize(html))
}
