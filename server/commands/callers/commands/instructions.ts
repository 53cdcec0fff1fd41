import { readFile } from 'node:fs/promises'
import { type CallerCommand, positionals } from '../../command.ts'

const PAGE = new URL('../../../../docs/instructions.md', import.meta.url)

export const instructionsCommand: CallerCommand = {
  name: 'instructions',
  help: 'Requires no account and no service.',
  options: {},
  async run(call) {
    positionals(call)
    const instructions = await readFile(PAGE, 'utf8')
    return { text: instructions.trimEnd(), json: { instructions } }
  },
}
