import { createInterface } from 'node:readline/promises'
import type { Result } from '../command.ts'
import { OUTCOME_FORMATS } from './colours.ts'
import { type CallerCall, CallerError } from '../caller.ts'
import { printable, withoutControls } from './texts.ts'

/** Result for one file. */
interface FileOutcome<Outcome extends string> {
  file: string
  /** Meaning of the file, if its name does not show it: sample data. */
  what?: string
  outcome: Outcome
  /** Replaces the text of the outcome. */
  message?: string
}

export const PULL_TEXTS = {
  written: 'wrote',
  unchanged: 'unchanged',
  keptLocal: 'kept, changed here only',
  removedThere: 'kept, deleted in the account. Delete the file, or push it with --force',
  refused: 'refused',
}

export const PUSH_TEXTS = {
  created: 'created',
  updated: 'updated',
  saved: 'saved as a draft',
  unchanged: 'unchanged',
  linked: 'linked to the same content in the account',
  skipped: 'skipped',
  refused: 'refused',
}

/**
 * Formats the result of a pull or a push, one line for each file. A refused file makes the command fail.
 * @param below returns the lines below that of a file.
 */
export function formatOutcomes<Outcome extends string, One extends FileOutcome<Outcome>>(
  all: (One & FileOutcome<Outcome>)[],
  words: Record<Outcome, string>,
  below: (one: One) => string[] = () => [],
): Result {
  const done = all.map((one) => {
    const { file, what, outcome, message } = one
    const line = message ?? `${withoutControls(file)}: ${words[outcome]}${what ? ` (${what})` : ''}`
    return [line, ...below(one).map((text) => `  ${text}`)].join('\n')
  })
  return {
    text: done.join('\n'),
    json: all,
    failed: all.some(({ outcome }) => outcome === 'refused'),
    formats: { words: OUTCOME_FORMATS },
  }
}

/** Asks the user to confirm a deletion. @throws {CallerError} if the user declines or there is no terminal. */
export async function confirm({ terminal, signal }: CallerCall, references: string[]): Promise<void> {
  if (!terminal.canPrompt) {
    throw new CallerError('Nothing was deleted. The confirmation needs a terminal.', {
      next: 'To delete without confirmation, add --yes.',
    })
  }
  using prompt = createInterface({ input: process.stdin, output: process.stderr })
  const question = `Delete ${references.map(withoutControls).join(', ')} permanently? [y/N] `
  const answer = await prompt.question(question, { signal })
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CallerError('Nothing was deleted.', { next: 'To delete, answer y.' })
}

/** Writes a source byte for byte, so that a pipe gets the exact source. */
export function writeExactly(source: string): void {
  process.stdout.write(process.stdout.isTTY ? `${printable(source)}\n` : source)
}
