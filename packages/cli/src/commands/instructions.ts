import { readFile } from 'node:fs/promises'
import { PAGES } from '@platen/documentation/files'
import { type CallerCommand, positionals } from '../command.ts'

export const instructionsCommand: CallerCommand = {
  name: 'instructions',
  help: 'Requires no account and no service.',
  options: {},
  async run(call) {
    positionals(call)
    const instructions = await readFile(new URL('docs/instructions.md', PAGES), 'utf8')
    return { text: instructions.trimEnd(), json: { instructions } }
  },
}
