import { resolve } from 'node:path'
import { styleText } from 'node:util'
import type { ListedTemplate } from '@platen/client'
import { type CallerCommand, optional, positionals, table, UsageError } from '../command.ts'
import { formatTime } from '../output/times.ts'
import type { CallerCall } from '../caller.ts'
import { writeFileAtomically } from '../files.ts'
import { confirm, formatOutcomes, PULL_TEXTS, PUSH_TEXTS, writeExactly } from '../output/outcomes.ts'
import { compare } from '../project/compare.ts'
import { findLocal } from '../project/local.ts'
import { type Mappings, recordMappings, readMappings } from '../project/manifest.ts'
import { pull } from '../project/pull.ts'
import { push } from '../project/push.ts'
import { fileWith, findTemplateReference } from '../project/references.ts'
import { stateOf } from '../project/state.ts'
import { formatCount, printable, withoutControls, formatBytes } from '../output/texts.ts'

// platen.json and its files are below the current folder.
const HERE = resolve('.')
const OUTPUT = { type: 'string', short: 'o' } as const

export const templateCommands: CallerCommand[] = [
  {
    name: 'templates',
    help: 'The column FILE shows the file in platen.json.',
    options: {},
    async run(call) {
      if (call.positionals[0] !== 'list') positionals(call)
      const client = await call.client()
      const mappings = await readMappings(HERE)
      const templates = await client.templates.list({ signal: call.signal })
      const shown = await Promise.all(templates.map((template) => withFile(template, mappings)))
      return {
        text:
          shown.length === 0 ? 'No templates yet. To create one: platen templates push FILE' : rows(shown),
        json: shown,
      }
    },
  },
  {
    name: 'templates get',
    help: 'TEMPLATE is an id, a name, or a file in platen.json. --json prints all its fields.',
    options: { output: { ...OUTPUT, help: 'Write the source to this file.' } },
    async run(call) {
      const [reference] = positionals(call, 'TEMPLATE')
      const client = await call.client()
      const { templateId } = await findTemplate(call, reference)
      const template = await client.templates.get(templateId, { signal: call.signal })
      const output = optional(call, 'output')
      if (output === undefined) {
        if (call.options['json'] !== true) writeExactly(template.content)
        return { text: '', json: template }
      }
      await writeFileAtomically(output, template.content)
      return { text: `Wrote ${withoutControls(template.name)} to ${output}.`, json: { ...template, output } }
    },
  },
  {
    name: 'templates id',
    help: 'TEMPLATE is a name, or a file in platen.json: TEMPLATE_ID=$(platen templates id invoice)',
    options: {},
    async run(call) {
      const [reference] = positionals(call, 'TEMPLATE')
      const { templateId } = await findTemplate(call, reference)
      return { text: templateId, json: { templateId } }
    },
  },
  {
    name: 'templates pull',
    help: `TEMPLATE is an id, a name, or a file in platen.json. Without TEMPLATE, pulls all templates that platen.json lists. A new template is written to a file with its name: invoice.hbs. Its sample data is written to invoice.json, its JSON Schema to invoice.schema.json, and the partials and assets that it uses to partials/ and assets/ beside it. platen.json records the versions.

A file that you changed is kept. A file that was changed here and in the account is rejected.`,
    options: {
      all: { type: 'boolean', help: 'Pull all templates of the account.' },
      output: { ...OUTPUT, help: 'Write the template to this file. Requires exactly one TEMPLATE.' },
      force: { type: 'boolean', help: 'Overwrite files that were changed here.' },
    },
    async run(call) {
      const { positionals: references, signal } = call
      const output = optional(call, 'output')
      const all = call.options['all'] === true
      if (all && references.length > 0) throw new UsageError('--all pulls all templates. Remove the names.')
      if (output !== undefined && references.length !== 1)
        throw new UsageError('--output requires exactly one TEMPLATE.')
      const force = call.options['force'] === true
      const pulled = await pull(await call.client(), HERE, { references, all, output, force }, signal)
      return formatOutcomes(pulled, PULL_TEXTS)
    },
  },
  {
    name: 'templates push',
    help: `Without FILE, pushes all templates that platen.json lists. A file that platen.json does not list becomes a new template. With invoice.hbs the command sends the sample data in invoice.json, the JSON Schema in invoice.schema.json, and the partials and assets in partials/ and assets/ that it uses.

If one of them was changed in the account since your last pull, nothing is sent.`,
    options: {
      force: {
        type: 'boolean',
        help: 'Overwrite changes in the account. The service keeps older versions of sources.',
      },
      new: { type: 'boolean', help: 'Create new templates, also for files of another account.' },
      name: {
        type: 'string',
        help: 'Name of the template. Requires exactly one FILE. Default: the name of the file.',
      },
      description: { type: 'string', help: 'Description of the template. Requires exactly one FILE.' },
    },
    async run(call) {
      const { positionals: files, options, signal } = call
      const [name, description] = [optional(call, 'name'), optional(call, 'description')]
      if ((name !== undefined || description !== undefined) && files.length !== 1)
        throw new UsageError('--name and --description require exactly one FILE.')
      const request = { files, force: options['force'] === true, createsNew: options['new'] === true }
      const pushed = await push(await call.client(), HERE, { ...request, name, description }, signal)
      const { url } = call.caller
      return formatOutcomes(
        pushed.map((one) => withUrl(one, url)),
        PUSH_TEXTS,
        detailLines,
      )
    },
  },
  {
    name: 'templates delete',
    help: 'Deletes them with all their versions from the account. Files on this machine stay.',
    options: { yes: { type: 'boolean', short: 'y', help: 'Delete without confirmation.' } },
    async run(call) {
      const references = call.positionals
      if (references.length === 0) throw new UsageError('Name at least one template: by id, name or file.')
      const client = await call.client()
      const mappings = await readMappings(HERE)
      const all = await Promise.all(references.map((reference) => findTemplate(call, reference)))
      const ids = [...new Set(all.map(({ templateId }) => templateId))]
      if (call.options['yes'] !== true) await confirm(call, references)
      for (const templateId of ids) {
        await client.templates.remove(templateId, { signal: call.signal })
        const file = fileWith(mappings, templateId)
        if (file !== undefined) await recordMappings(HERE, new Map([[file, undefined]]))
      }
      return { text: `Deleted ${formatCount(ids.length, 'template')}.`, json: { deleted: ids } }
    },
  },
  {
    name: 'templates diff',
    help: 'Without FILE, compares all files that platen.json lists, partials and assets included.',
    options: { 'exit-code': { type: 'boolean', help: 'Exit with 1 if there is a difference.' } },
    async run(call) {
      const { positionals: files, options, signal } = call
      const differences = await compare(await call.client(), HERE, files, signal)
      const isDifferent = differences.some(({ state }) => state !== 'same')
      const failed = options['exit-code'] === true && isDifferent
      // `Output` of the tool removes escape sequences, so the colours are written directly.
      if (options['json'] !== true) process.stdout.write(differences.map(coloured).join(''))
      return { text: '', json: differences, failed }
    },
  },
]

type PushResult = Awaited<ReturnType<typeof push>>[number] & { url?: string; warnings?: string[] }

/** Adds the address of a template in the dashboard. */
function withUrl(pushed: PushResult, url: string): PushResult {
  const isTemplate = !('kind' in pushed) && pushed.templateId !== null && pushed.outcome !== 'refused'
  return isTemplate ? { ...pushed, url: `${url}/templates/${pushed.templateId}` } : pushed
}

/** Returns the lines below a pushed template: id and address, unless it is unchanged, and warnings. */
function detailLines({ url, outcome, warnings = [], ...pushed }: PushResult): string[] {
  const isSent = url !== undefined && outcome !== 'unchanged' && 'templateId' in pushed
  return [
    ...(isSent ? [`ID    ${pushed.templateId}`, `Open  ${url}`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ]
}

async function findTemplate(call: CallerCall, reference: string) {
  const client = await call.client()
  const mappings = await readMappings(HERE)
  const list = () => client.templates.list({ signal: call.signal })
  return await findTemplateReference(reference, { folder: HERE, mappings, list })
}

type TemplateWithFile = ListedTemplate & { file: string | null; state: string | null }

async function withFile(template: ListedTemplate, mappings: Mappings): Promise<TemplateWithFile> {
  const file = fileWith(mappings, template.templateId)
  const mapping = file === undefined ? undefined : mappings.get(file)
  if (file === undefined || !mapping) return { ...template, file: null, state: null }
  return { ...template, file, state: stateOf(mapping, await findLocal(HERE, file), template) }
}

function rows(templates: TemplateWithFile[]): string {
  return table(
    ['TEMPLATE ID', 'NAME', 'SIZE', 'UPDATED', 'FILE'],
    templates.map(({ templateId, name, fileSize, updatedAt, file, state }) => [
      templateId,
      withoutControls(name),
      formatBytes(fileSize),
      formatTime(updatedAt),
      file === null ? '' : `${withoutControls(file)}${state === 'same' ? '' : ` (${state})`}`,
    ]),
  )
}

function coloured({ file, state, patch }: { file: string; state: string; patch: string }): string {
  if (state === 'same') return ''
  const title = `${withoutControls(file)}: ${state}\n`
  const lines = patch.split('\n').map((line) => {
    const shown = printable(line)
    const colour = line.startsWith('+')
      ? 'green'
      : line.startsWith('-')
        ? 'red'
        : line.startsWith('@')
          ? 'cyan'
          : undefined
    // `styleText` omits colours if the terminal does not support them.
    return colour ? styleText(colour, shown, { stream: process.stdout }) : shown
  })
  return title + lines.join('\n')
}
