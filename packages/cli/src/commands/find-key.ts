import { CallerError } from '../caller.ts'
import { isTokenId, type ListedKey } from '../output/key-list.ts'
import { didYouMean, similarNames } from '../output/similar.ts'
import { withoutControls } from '../output/texts.ts'
import { formatTime } from '../output/times.ts'

/**
 * Returns the id of the API key that an argument names: by its id, its name or its last four characters.
 * @param list lists the keys of the account. Not called for an id.
 * @throws {CallerError} if no key or several keys match.
 */
export async function findKeyId(reference: string, list: () => Promise<ListedKey[]>): Promise<string> {
  if (isTokenId(reference)) return reference.toLowerCase()
  const keys = await list()
  const named = keys.filter(({ name }) => name === reference)
  const matches =
    named.length > 0 ? named : keys.filter(({ lastFour }) => lastFour === reference.replace(/^…/, ''))
  const [key] = matches
  if (key && matches.length === 1) return key.tokenId
  const shown = withoutControls(reference)
  if (!key) {
    const similar = similarNames(
      reference,
      keys.map(({ name }) => name),
    ).map(withoutControls)
    throw new CallerError(`No API key matches "${shown}".${didYouMean(similar)}`, {
      next: 'KEY is the id of a key, its name or its last four characters. platen tokens lists the keys.',
    })
  }
  const candidates = matches.map(
    ({ tokenId, name, lastFour, createdAt }) =>
      `  ${tokenId}  ${withoutControls(name)}  …${lastFour}  created ${formatTime(createdAt)}`,
  )
  throw new CallerError(`${matches.length} API keys match "${shown}".`, {
    next: `Use the id of one:\n${candidates.join('\n')}`,
  })
}
