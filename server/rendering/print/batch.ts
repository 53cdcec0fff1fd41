import { isScripted } from './html-features.ts'
import type { Owner, Printer } from './printer.ts'
import type { Printed } from './tab.ts'

// Enough that setting up fonts and styles hardly counts any more, few enough that others get their turn.
const TOGETHER_MAX = 25
const TOGETHER_LENGTH_MAX = 4_000_000

/**
 * Prints each of several documents, in their order: in parallel as far as there are tabs, and as one document
 * where that looks the same. When one fails, the others are ended with it.
 * @param parallel how many the printer prints at once.
 * @returns one or more documents' sheets in each.
 */
export async function printBatch(
  printer: Pick<Printer, 'print' | 'printTogether'>,
  documents: string[],
  { owner, parallel, signal }: { owner: Owner; parallel: number; signal: AbortSignal },
): Promise<Printed[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const printGroup = async (group: string[]): Promise<Printed[]> => {
    const together = mayCombine(group) ? await printer.printTogether(group, owner, either) : undefined
    if (together) return [together]
    return await Promise.all(group.map((html) => printer.print(html, owner, either)))
  }
  try {
    return (await Promise.all(groupsOf(documents, parallel).map(printGroup))).flat()
  } catch (error) {
    failed.abort()
    throw error
  }
}

function groupsOf(documents: string[], parallel: number): string[][] {
  const size = Math.min(TOGETHER_MAX, Math.ceil(documents.length / parallel))
  return Array.from({ length: Math.ceil(documents.length / size) }, (_, group) =>
    documents.slice(group * size, (group + 1) * size),
  )
}

/** Tells whether documents may be printed as one, as far as it can be told before a page shows them. */
export function mayCombine(group: string[]): boolean {
  const length = group.reduce((sum, html) => sum + html.length, 0)
  return (
    group.length > 1 && length <= TOGETHER_LENGTH_MAX && !group.some(isScripted) && !group.some(hasTemplate)
  )
}

/** Tells whether a document may have a shadow tree, which the checks in the page do not see. */
function hasTemplate(html: string): boolean {
  return /<template/i.test(html)
}
