import { resolve } from 'node:path'
import { styleText } from 'node:util'
import type { ListedTemplate, TemplateListOptions } from '@platen/client'
import { type CommandDefinitions, examples, type Result, table, UsageError } from '../command.ts'
import { formatTime } from '../output/times.ts'
import type { CallerCall } from '../caller.ts'
import { writeFileAtomically } from '../files.ts'
import { confirm, formatOutcomes, PULL_TEXTS, PUSH_TEXTS, writeExactly } from '../output/outcomes.ts'
import { showProgress } from '../output/progress.ts'
import { findTemplate } from '../project/find-template.ts'
import { discardDrafts, publishDrafts } from './template-drafts.ts'
import { compare } from '../project/compare.ts'
import { findLocal } from '../project/local.ts'
import { type Mappings, recordMappings, readMappings } from '../project/manifest.ts'
import { archiveTemplates, tagTemplate, unarchiveTemplates } from '../project/organize-templates.ts'
import { pull } from '../project/pull.ts'
import { push } from '../project/push.ts'
import { fileWith } from '../project/references.ts'
import { stateOf } from '../project/state.ts'
import { formatCount, printable, withoutControls, formatBytes } from '../output/texts.ts'

// platen.json and its files are below the current folder.
const HERE = resolve('.')
const TEMPLATE = 'Id, name, or file in platen.json.'

export const templateCommands: CommandDefinitions<CallerCall> = {
  'templates list': (command, run) =>
    command
      .description('The column FILE shows the file in platen.json.')
      .option('--tag <TAG>', 'Only templates with this tag.')
      .option('--archived', 'Only archived templates, which are left out by default.')
      .addHelpText('after', examples('platen templates', 'platen templates list --tag invoices --json'))
      .action(({ tag, archived = false }) =>
        run((call) => listTemplates(call, { tag, archived: archived ? 'only' : 'exclude' })),
      ),
  'templates get': (command, run) =>
    command
      .description('--json prints all its fields.')
      .argument('<TEMPLATE>', TEMPLATE)
      .option('-o, --output <FILE>', 'Write the source to this file.')
      .addHelpText('after', examples('platen templates get invoice --output invoice.hbs'))
      .action((reference, { output }) => run((call) => getTemplate(call, reference, output))),
  'templates id': (command, run) =>
    command
      .argument('<TEMPLATE>', TEMPLATE)
      .addHelpText('after', examples('TEMPLATE_ID=$(platen templates id invoice)'))
      .action((reference) =>
        run(async (call) => {
          const { templateId } = await findTemplate(call, reference)
          return { text: templateId, json: { templateId } }
        }),
      ),
  'templates pull': (command, run) =>
    command
      .description(
        `Without TEMPLATE, pulls all templates that platen.json lists. A new template is written to a file with its name: invoice.hbs. Its sample data is written to invoice.json, its data sets to invoice.data/, its JSON Schema to invoice.schema.json, and the partials and assets that it uses to partials/ and assets/ beside it. platen.json records the versions.

A file that you changed is kept. A file that was changed here and in the account is rejected.`,
      )
      .argument('[TEMPLATE...]', TEMPLATE)
      .option('--all', 'Pull all templates of the account.')
      .option('-o, --output <FILE>', 'Write the template to this file. Requires exactly one TEMPLATE.')
      .option('--force', 'Overwrite files that were changed here.')
      .addHelpText(
        'after',
        examples('platen templates pull --all', 'platen templates pull invoice --output billing/invoice.hbs'),
      )
      .action((references, { all = false, output, force = false }) =>
        run(async ({ client, terminal, signal }) => {
          if (all && references.length > 0)
            throw new UsageError('--all pulls all templates. Remove the names.')
          if (output !== undefined && references.length !== 1)
            throw new UsageError('--output requires exactly one TEMPLATE.')
          const service = await client()
          const pulled = await showProgress(terminal, 'Pulling templates', () =>
            pull(service, HERE, { references, all, output, force }, signal),
          )
          return formatOutcomes(pulled, PULL_TEXTS)
        }),
      ),
  'templates push': (command, run) =>
    command
      .description(
        `Without FILE, pushes all templates that platen.json lists. A file that platen.json does not list becomes a new template. With invoice.hbs the command sends the sample data in invoice.json, the data sets in invoice.data/, the JSON Schema in invoice.schema.json, and the partials and assets in partials/ and assets/ that it uses.

If one of them was changed in the account since your last pull, nothing is sent.`,
      )
      .argument('[FILE...]', 'Files of templates.')
      .option('--force', 'Overwrite changes in the account. The service keeps older versions of sources.')
      .option(
        '--draft',
        'Save the sources of existing templates as drafts. Sends no data, schemas, partials or assets.',
      )
      .option('--new', 'Create new templates, also for files of another account.')
      .option(
        '--name <NAME>',
        'Name of the template. Requires exactly one FILE. Default: the name of the file.',
      )
      .option('--description <TEXT>', 'Description of the template. Requires exactly one FILE.')
      .addHelpText(
        'after',
        examples(
          'platen templates push invoice.hbs',
          'platen templates push invoice.hbs --name "Invoice 2027"',
          'platen templates push invoice.hbs --draft',
        ),
      )
      .action(
        (files, { force = false, draft: isDraft = false, new: createsNew = false, name, description }) =>
          run(async ({ client, caller, terminal, signal }) => {
            if (isDraft && (name !== undefined || description !== undefined))
              throw new UsageError('--name and --description apply at once. Remove them, or remove --draft.')
            if ((name !== undefined || description !== undefined) && files.length !== 1)
              throw new UsageError('--name and --description require exactly one FILE.')
            const request = { files, force, isDraft, createsNew, name, description }
            const service = await client()
            const pushed = await showProgress(terminal, 'Pushing templates', () =>
              push(service, HERE, request, signal),
            )
            return formatOutcomes(
              pushed.map((one) => withUrl(one, caller.url)),
              PUSH_TEXTS,
              detailLines,
            )
          }),
      ),
  'templates publish': (command, run) =>
    command
      .description('Renders use the draft from then on. `platen templates push --draft` saves a draft.')
      .argument('<TEMPLATE...>', TEMPLATE)
      .addHelpText('after', examples('platen templates publish invoice'))
      .action((references) => run((call) => publishDrafts(call, references))),
  'templates discard': (command, run) =>
    command
      .description('The published version stays in use, and the versions of the draft stay in the history.')
      .argument('<TEMPLATE...>', TEMPLATE)
      .addHelpText('after', examples('platen templates discard invoice'))
      .action((references) => run((call) => discardDrafts(call, references))),
  'templates archive': (command, run) =>
    command
      .description(
        '`platen templates list` leaves archived templates out. `platen templates unarchive` restores them. Jobs that were accepted before still run.',
      )
      .argument('<TEMPLATE...>', TEMPLATE)
      .addHelpText('after', examples('platen templates archive invoice-2024'))
      .action((references) => run((call) => archiveTemplates(call, references))),
  'templates unarchive': (command, run) =>
    command
      .description('Calls can use them again. `platen templates list --archived` lists archived templates.')
      .argument('<TEMPLATE...>', TEMPLATE)
      .addHelpText('after', examples('platen templates unarchive invoice-2024'))
      .action((references) => run((call) => unarchiveTemplates(call, references))),
  'templates tag': (command, run) =>
    command
      .description('Without TAG, removes all tags of the template.')
      .argument('<TEMPLATE>', TEMPLATE)
      .argument('[TAG...]', 'Tags of the template.')
      .addHelpText('after', examples('platen templates tag invoice billing germany'))
      .action((reference, tags) => run((call) => tagTemplate(call, reference, tags))),
  'templates diff': (command, run) =>
    command
      .description('Without FILE, compares all files that platen.json lists, partials and assets included.')
      .argument('[FILE...]', 'Files in platen.json.')
      .option('--exit-code', 'Exit with 1 if there is a difference.')
      .addHelpText(
        'after',
        examples('platen templates diff invoice.hbs', 'platen templates diff --exit-code'),
      )
      .action((files, { exitCode = false }) =>
        run(async ({ client, terminal, signal, isJson }) => {
          const service = await client()
          const differences = await showProgress(terminal, 'Comparing templates', () =>
            compare(service, HERE, files, signal),
          )
          const failed = exitCode && differences.some(({ state }) => state !== 'same')
          // `Output` of the tool removes escape sequences, so the colours are written directly.
          if (!isJson) process.stdout.write(differences.map(coloured).join(''))
          return { text: '', json: differences, failed }
        }),
      ),
  'templates delete': (command, run) =>
    command
      .description('Deletes them with all their versions from the account. Files on this machine stay.')
      .argument('<TEMPLATE...>', TEMPLATE)
      .option('-y, --yes', 'Delete without confirmation.')
      .addHelpText(
        'after',
        examples('platen templates delete invoice', 'platen templates delete draft-1 draft-2 --yes'),
      )
      .action((references, { yes = false }) => run((call) => deleteTemplates(call, references, yes))),
}

async function listTemplates(
  call: CallerCall,
  filter: Pick<TemplateListOptions, 'tag' | 'archived'>,
): Promise<Result> {
  const client = await call.client()
  const mappings = await readMappings(HERE)
  const templates = await client.templates.list({ ...filter, signal: call.signal })
  const shown = await Promise.all(templates.map((template) => withFile(template, mappings)))
  return {
    text: shown.length === 0 ? emptyText(filter) : rows(shown),
    json: shown,
    formats: { hasHeader: shown.length > 0 },
  }
}

function emptyText({ tag, archived }: Pick<TemplateListOptions, 'tag' | 'archived'>): string {
  if (tag === undefined && archived === 'exclude')
    return 'No templates yet. To create one: platen templates push FILE'
  return 'No template matches. To list all templates: platen templates'
}

async function getTemplate(call: CallerCall, reference: string, output: string | undefined): Promise<Result> {
  const client = await call.client()
  const { templateId } = await findTemplate(call, reference)
  const template = await client.templates.get(templateId, { signal: call.signal })
  if (output === undefined) {
    if (!call.isJson) writeExactly(template.content)
    return { text: '', json: template }
  }
  await writeFileAtomically(output, template.content)
  return { text: `Wrote ${withoutControls(template.name)} to ${output}.`, json: { ...template, output } }
}

async function deleteTemplates(call: CallerCall, references: string[], yes: boolean): Promise<Result> {
  const client = await call.client()
  const mappings = await readMappings(HERE)
  const all = await Promise.all(references.map((reference) => findTemplate(call, reference)))
  const ids = [...new Set(all.map(({ templateId }) => templateId))]
  if (!yes) await confirm(call, references)
  for (const templateId of ids) {
    await client.templates.remove(templateId, { signal: call.signal })
    const file = fileWith(mappings, templateId)
    if (file !== undefined) await recordMappings(HERE, new Map([[file, undefined]]))
  }
  return { text: `Deleted ${formatCount(ids.length, 'template')}.`, json: { deleted: ids } }
}

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
