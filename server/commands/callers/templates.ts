import { resolve } from 'node:path'
import { styleText } from 'node:util'
import type { ListedTemplate } from '../../../sdk/src/index.ts'
import { type CallerCommand, optional, positionals, table, UsageError } from '../command.ts'
import { timeInWords } from '../times.ts'
import type { CallerCall } from './caller.ts'
import { writeWhole } from './files.ts'
import { confirm, outcomes, printable, PULL_WORDS, PUSH_WORDS, writeExactly } from './outcomes.ts'
import { compare, stateOf } from './project/compare.ts'
import { findLocal } from './project/local.ts'
import { type Mappings, noteMappings, readMappings } from './project/manifest.ts'
import { pull } from './project/pull.ts'
import { push } from './project/push.ts'
import { fileWith, findNamed } from './project/references.ts'
import { counted, plain, sizeInWords } from './texts.ts'

// platen.json and the files that it names are below where the tool is called.
const HERE = resolve('.')
const FORCE = { type: 'boolean' } as const

export const templateCommands: CallerCommand[] = [
  {
    name: 'templates',
    help: 'Shows the account’s templates, and which files of platen.json they are.',
    options: {},
    async run(call) {
      if (call.positionals[0] !== 'list') positionals(call)
      const client = await call.client()
      const mappings = await readMappings(HERE)
      const templates = await client.templates.list({ signal: call.signal })
      const shown = await Promise.all(templates.map((template) => withFile(template, mappings)))
      return {
        text:
          shown.length === 0
            ? 'This account has no templates. platen templates push FILE makes one.'
            : rows(shown),
        json: shown,
      }
    },
  },
  {
    name: 'templates get',
    help: 'Prints the source of a template, named by its id, its name, or its file in platen.json. --output writes it to a file instead, --json prints all that is known of it.',
    options: { output: { type: 'string', short: 'o' } },
    async run(call) {
      const [reference] = positionals(call, 'TEMPLATE')
      const client = await call.client()
      const { templateId } = await named(call, reference)
      const template = await client.templates.get(templateId, { signal: call.signal })
      const output = optional(call, 'output')
      if (output === undefined) {
        if (call.options['json'] !== true) writeExactly(template.content)
        return { text: '', json: template }
      }
      await writeWhole(output, template.content)
      return { text: `Wrote ${plain(template.name)} to ${output}.`, json: { ...template, output } }
    },
  },
  {
    name: 'templates pull',
    help: `Writes templates into this folder and notes in platen.json which file is which, at which version. Templates are named by id, name or file; without any, all that platen.json names are pulled. The partials and assets that they use are written beside them, to partials/ and assets/.

A template that is new here is written to a file of its name, or to --output. What you have changed is not overwritten: a file that was changed here alone is kept, and one that was changed in both places is refused. --force takes the template all the same.`,
    options: { all: { type: 'boolean' }, output: { type: 'string', short: 'o' }, force: FORCE },
    async run(call) {
      const { positionals: references, signal } = call
      const output = optional(call, 'output')
      const all = call.options['all'] === true
      if (all && references.length > 0) throw new UsageError('--all takes no templates: it is all of them.')
      if (output !== undefined && references.length !== 1)
        throw new UsageError('--output is the file of one template. Name it.')
      const force = call.options['force'] === true
      const pulled = await pull(await call.client(), HERE, { references, all, output, force }, signal)
      return outcomes(pulled, PULL_WORDS)
    },
  },
  {
    name: 'templates push',
    help: `Sends files as the sources of their templates. Without any, all that platen.json names are pushed. A file that it does not name becomes a new template, called as the file or as --name says. The partials and assets in partials/ and assets/ beside it that it uses are sent before it.

Where somebody has changed a template since it was pulled, nothing is sent: --force overwrites it (the service keeps what was there as an older version). --new makes new templates, for files of another account as well.`,
    options: {
      force: FORCE,
      new: { type: 'boolean' },
      name: { type: 'string' },
      description: { type: 'string' },
    },
    async run(call) {
      const { positionals: files, options, signal } = call
      const [name, description] = [optional(call, 'name'), optional(call, 'description')]
      if ((name !== undefined || description !== undefined) && files.length !== 1)
        throw new UsageError('--name and --description are those of one template. Name its file.')
      const request = { files, force: options['force'] === true, anew: options['new'] === true }
      const pushed = await push(await call.client(), HERE, { ...request, name, description }, signal)
      return outcomes(pushed, PUSH_WORDS)
    },
  },
  {
    name: 'templates delete',
    help: 'Deletes templates for good, with all their versions; files here stay. On a terminal it asks before; --yes says so beforehand.',
    options: { yes: { type: 'boolean', short: 'y' } },
    async run(call) {
      const references = call.positionals
      if (references.length === 0) throw new UsageError('Name the templates: by id, name or file.')
      const client = await call.client()
      const mappings = await readMappings(HERE)
      const all = await Promise.all(references.map((reference) => named(call, reference)))
      const ids = [...new Set(all.map(({ templateId }) => templateId))]
      if (call.options['yes'] !== true) await confirm(call, references)
      for (const templateId of ids) {
        await client.templates.remove(templateId, { signal: call.signal })
        const file = fileWith(mappings, templateId)
        if (file !== undefined) await noteMappings(HERE, new Map([[file, undefined]]))
      }
      return { text: `Deleted ${counted(ids.length, 'template')}.`, json: { deleted: ids } }
    },
  },
  {
    name: 'templates diff',
    help: 'Shows what a push would change: for the files given, or for all that platen.json names, partials and assets too. With --exit-code it ends with 1 where there is a difference.',
    options: { 'exit-code': { type: 'boolean' } },
    async run(call) {
      const { positionals: files, options, signal } = call
      const differences = await compare(await call.client(), HERE, files, signal)
      const isDifferent = differences.some(({ state }) => state !== 'same')
      const failed = options['exit-code'] === true && isDifferent
      // The tool's own output has no colours.
      if (options['json'] !== true) process.stdout.write(differences.map(coloured).join(''))
      return { text: '', json: differences, failed }
    },
  },
]

async function named(call: CallerCall, reference: string) {
  const client = await call.client()
  const mappings = await readMappings(HERE)
  const list = () => client.templates.list({ signal: call.signal })
  return await findNamed(reference, { folder: HERE, mappings, list })
}

type Shown = ListedTemplate & { file: string | null; state: string | null }

async function withFile(template: ListedTemplate, mappings: Mappings): Promise<Shown> {
  const file = fileWith(mappings, template.templateId)
  const mapping = file === undefined ? undefined : mappings.get(file)
  if (file === undefined || !mapping) return { ...template, file: null, state: null }
  return { ...template, file, state: stateOf(mapping, await findLocal(HERE, file), template) }
}

function rows(templates: Shown[]): string {
  return table(
    ['TEMPLATE ID', 'NAME', 'SIZE', 'UPDATED', 'FILE'],
    templates.map(({ templateId, name, fileSize, updatedAt, file, state }) => [
      templateId,
      plain(name),
      sizeInWords(fileSize),
      timeInWords(updatedAt),
      file === null ? '' : `${plain(file)}${state === 'same' ? '' : ` (${state})`}`,
    ]),
  )
}

function coloured({ file, state, patch }: { file: string; state: string; patch: string }): string {
  if (state === 'same') return ''
  const title = `${plain(file)}: ${state}\n`
  const lines = patch.split('\n').map((line) => {
    const shown = printable(line)
    const colour = line.startsWith('+')
      ? 'green'
      : line.startsWith('-')
        ? 'red'
        : line.startsWith('@')
          ? 'cyan'
          : undefined
    // Only where there is a terminal that wants it.
    return colour ? styleText(colour, shown, { stream: process.stdout }) : shown
  })
  return title + lines.join('\n')
}
