import { createInterface } from 'node:readline/promises'
import type { Result } from '../command.ts'
import { type CallerCall, CallerError } from './caller.ts'
import { plain } from './texts.ts'

/** What became of a file. */
interface Done<Outcome extends string> {
  file: string
  /** Meaning of the file, if its name does not show it: sample data. */
  what?: string
  outcome: Outcome
  /** Instead of the outcome's words. */
  message?: string
}

export const PULL_WORDS = {
  written: 'wrote',
  unchanged: 'unchanged',
  kept: 'kept, changed here only',
  refused: 'refused',
}

export const PUSH_WORDS = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  linked: 'linked to the same content in the account',
  skipped: 'skipped',
  refused: 'refused',
}

/**
 * Result of a pull or a push, with a line for each file. A refused file makes it a failure.
 * @param below lines below that of a file.
 */
export function outcomes<Outcome extends string, One extends Done<Outcome>>(
  all: (One & Done<Outcome>)[],
  words: Record<Outcome, string>,
  below: (one: One) => string[] = () => [],
): Result {
  const done = all.map((one) => {
    const { file, what, outcome, message } = one
    const line = message ?? `${plain(file)}: ${words[outcome]}${what ? ` (${what})` : ''}`
    return [line, ...below(one).map((text) => `  ${text}`)].join('\n')
  })
  return { text: done.join('\n'), json: all, failed: all.some(({ outcome }) => outcome === 'refused') }
}

/** Has a person say yes to a deletion. @throws {CallerError} where they do not, or there is none. */
export async function confirm({ terminal, signal }: CallerCall, references: string[]): Promise<void> {
  if (!terminal.canAsk) {
    throw new CallerError('Nothing was deleted. The confirmation needs a terminal.', {
      next: 'To delete without confirmation, add --yes.',
    })
  }
  using asking = createInterface({ input: process.stdin, output: process.stderr })
  const question = `Delete ${references.map(plain).join(', ')} for good? [y/N] `
  const answer = await asking.question(question, { signal })
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CallerError('Nothing was deleted.', { next: 'To delete, answer y.' })
}

/** Writes a source to the byte, so that a pipe gets the very source. */
export function writeExactly(source: string): void {
  process.stdout.write(process.stdout.isTTY ? `${printable(source)}\n` : source)
}

/** A text of several lines on a terminal: without what could move the cursor. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}
