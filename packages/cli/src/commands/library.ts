import { once } from 'node:events'
import { resolve } from 'node:path'
import { type CallerCall, CallerError } from '../caller.ts'
import { type CommandDefinitions, examples, type Result, table, UsageError } from '../command.ts'
import { formatTime } from '../output/times.ts'
import { writeFileAtomically } from '../files.ts'
import { confirm, formatOutcomes, PULL_TEXTS, PUSH_TEXTS, writeExactly } from '../output/outcomes.ts'
import { recordVersions, readVersions } from '../project/manifest.ts'
import { mappedPath } from '../project/paths.ts'
import {
  ASSETS,
  findLibraryItem,
  type ListedItem,
  type LibraryItem,
  type LibraryKind,
  PARTIALS,
} from '../project/library.ts'
import { pullItems } from '../project/pull-library.ts'
import { planItems, pushItem, refusedItem } from '../project/push-library.ts'
import { stateOf } from '../project/state.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'

const HERE = resolve('.')
export const libraryCommands: CommandDefinitions<CallerCall> = {
  ...definitionsFor(PARTIALS),
  ...definitionsFor(ASSETS),
}

function definitionsFor(kind: LibraryKind): CommandDefinitions<CallerCall> {
  const { word, words, example } = kind
  return {
    [`${words} list`]: (command, run) =>
      command
        .description(
          'All templates of the account can use them. The column FILE shows the file in platen.json.',
        )
        .addHelpText('after', examples(`platen ${words}`))
        .action(() =>
          run(async ({ client, signal }) => {
            const listed = await kind.list(await client(), signal)
            const versions = await readVersions(HERE, words)
            const shown = await Promise.all(listed.map((one) => withFiles(kind, one, versions)))
            const none = `No ${words} yet. To create one: platen ${words} push ${words}/${example.file}`
            return { text: shown.length === 0 ? none : rows(shown), json: shown }
          }),
        ),
    [`${words} get`]: (command, run) =>
      command
        .description('--json prints all its fields.')
        .argument('<NAME>', 'Name, or file in platen.json.')
        .option('-o, --output <FILE>', 'Write the content to this file.')
        .addHelpText(
          'after',
          examples(`platen ${words} get ${kind.nameOf(example.file)} --output ${example.file}`),
        )
        .action((reference, { output }) => run((call) => getItem(kind, call, reference, output))),
    [`${words} pull`]: (command, run) =>
      command
        .description(
          `Writes ${words} to ${words}/ below this folder, for example ${words}/${example.file}, and records their versions in platen.json. Without NAME, pulls all ${words} that platen.json lists.

A file that you changed is kept. A file that was changed here and in the account is rejected. "platen templates pull" also pulls the ${words} that the templates use.`,
        )
        .argument('[NAME...]', 'Names, or files in platen.json.')
        .option('--all', `Pull all ${words} of the account.`)
        .option('--force', 'Overwrite files that were changed here.')
        .addHelpText(
          'after',
          examples(`platen ${words} pull --all`, `platen ${words} pull ${kind.nameOf(example.file)}`),
        )
        .action((references, { all = false, force = false }) =>
          run(async (call) => {
            if (all && references.length > 0)
              throw new UsageError(`--all pulls all ${words}. Remove the names.`)
            const client = await call.client()
            const names = all
              ? (await kind.list(client, call.signal)).map(({ name }) => name)
              : await Promise.all(references.map((reference) => nameOf(kind, reference)))
            const items = await itemsNamed(kind, all || references.length > 0 ? names : undefined)
            return formatOutcomes(await pullItems(client, HERE, items, force, call.signal), PULL_TEXTS)
          }),
        ),
    [`${words} push`]: (command, run) =>
      command
        .description(
          `The name of the file is the name of the ${word}: ${example.file} is ${example.used}. Without FILE, pushes all ${words} that platen.json lists. "platen templates push" also sends the ${words} that the templates use.

If ${word === 'asset' ? 'an asset' : 'a partial'} was changed in the account since your last pull, nothing is sent. --force overwrites it. The service keeps the older version.`,
        )
        .argument('[FILE...]', `Files of ${words}.`)
        .option('--force', 'Overwrite changes in the account.')
        .addHelpText('after', examples(`platen ${words} push ${words}/${example.file}`))
        .action((files, { force = false }) => run((call) => pushFiles(kind, call, files, force))),
    [`${words} delete`]: (command, run) =>
      command
        .description(
          `Deletes them with all their versions from the account. Files on this machine stay. Calls with templates that use them then fail.`,
        )
        .argument('<NAME...>', 'Names, or files in platen.json.')
        .option('-y, --yes', 'Delete without confirmation.')
        .addHelpText('after', examples(`platen ${words} delete ${kind.nameOf(example.file)}`))
        .action((references, { yes = false }) => run((call) => deleteItems(kind, call, references, yes))),
  }
}

async function getItem(
  kind: LibraryKind,
  { client: connect, signal, isJson }: CallerCall,
  reference: string,
  output: string | undefined,
): Promise<Result> {
  const client = await connect()
  const name = await nameOf(kind, reference)
  if (output === undefined && kind.word === 'asset' && !isJson && process.stdout.isTTY)
    throw new UsageError(
      'Refusing to write an asset to the terminal. Use --output FILE or redirect standard output.',
    )
  const { content } = await kind.get(client, name, signal)
  const known = (await kind.list(client, signal)).find((one) => one.name === name)
  const json = { ...known, ...(typeof content === 'string' && { content }) }
  if (output !== undefined) {
    await writeFileAtomically(output, content)
    return {
      text: `Wrote ${withoutControls(name)} to ${withoutControls(output)}.`,
      json: { ...json, output },
    }
  }
  if (typeof content === 'string' && !isJson) writeExactly(content)
  else if (!isJson && !process.stdout.write(content)) await once(process.stdout, 'drain')
  return { text: '', json }
}

async function pushFiles(
  kind: LibraryKind,
  { client: connect, signal }: CallerCall,
  files: string[],
  force: boolean,
): Promise<Result> {
  const items =
    files.length === 0
      ? await itemsNamed(kind, undefined)
      : [...new Set(files.map((file) => mappedPath(HERE, file)))].map((file): LibraryItem => ({
          kind,
          file,
          name: kind.nameOf(file),
        }))
  // A file that the command line names must exist.
  await Promise.all(items.map(({ file }) => kind.read(file)))
  const client = await connect()
  const plans = await planItems(client, HERE, items, { force, createsNew: false }, signal)
  const refused = plans.flatMap((plan) =>
    plan.refusalReason === undefined ? [] : [refusedItem(plan, plan.refusalReason)],
  )
  if (refused.length > 0) return formatOutcomes(refused, PUSH_TEXTS)
  const done = []
  for (const plan of plans) done.push(await pushItem(client, HERE, plan, force, signal))
  return formatOutcomes(done, PUSH_TEXTS)
}

async function deleteItems(
  kind: LibraryKind,
  call: CallerCall,
  references: string[],
  yes: boolean,
): Promise<Result> {
  const client = await call.client()
  const names = [...new Set(await Promise.all(references.map((one) => nameOf(kind, one))))]
  if (!yes) await confirm(call, references)
  for (const name of names) {
    await kind.remove(client, name, call.signal)
    const files = filesOf(kind, name, await readVersions(HERE, kind.words))
    if (files.length > 0)
      await recordVersions(HERE, kind.words, new Map(files.map((file) => [file, undefined] as const)))
  }
  return { text: `Deleted ${formatCount(names.length, kind.word)}.`, json: { deleted: names } }
}

/** Returns the name of an item: from its file if `platen.json` lists the file, else the reference itself. */
async function nameOf(kind: LibraryKind, reference: string): Promise<string> {
  const versions = await readVersions(HERE, kind.words)
  const file = [...versions.keys()].find((one) => resolve(HERE, one) === resolve(reference))
  return file === undefined ? reference : kind.nameOf(file)
}

/**
 * Returns the items with these names.
 * @param names `undefined` for all items in `platen.json`.
 * @throws {CallerError} if `platen.json` lists none.
 */
async function itemsNamed(kind: LibraryKind, names: string[] | undefined): Promise<LibraryItem[]> {
  const versions = await readVersions(HERE, kind.words)
  if (names === undefined && versions.size === 0) {
    throw new CallerError(`platen.json lists no ${kind.words} yet.`, {
      next: `Name them: platen ${kind.words} pull NAME, platen ${kind.words} pull --all or platen ${kind.words} push FILE.`,
    })
  }
  if (names === undefined)
    return [...versions.keys()].map((file) => ({ kind, file, name: kind.nameOf(file) }))
  return names.flatMap((name) => {
    const known = filesOf(kind, name, versions)
    const files = known.length > 0 ? known : [mappedPath(HERE, `${kind.words}/${kind.fileNameOf(name)}`)]
    return files.map((file): LibraryItem => ({ kind, name, file }))
  })
}

function filesOf(kind: LibraryKind, name: string, versions: ReadonlyMap<string, string>): string[] {
  return [...versions.keys()].filter((file) => kind.nameOf(file) === name)
}

type ItemWithFiles = ListedItem & { files: { file: string; state: string }[] }

async function withFiles(
  kind: LibraryKind,
  listed: ListedItem,
  versions: ReadonlyMap<string, string>,
): Promise<ItemWithFiles> {
  const files = filesOf(kind, listed.name, versions).map(async (file) => {
    const here = await findLibraryItem(HERE, { kind, name: listed.name, file })
    return { file, state: stateOf({ contentVersion: versions.get(file) ?? '' }, here, listed) }
  })
  return { ...listed, files: await Promise.all(files) }
}

function rows(items: ItemWithFiles[]): string {
  return table(
    ['NAME', 'SIZE', 'UPDATED', 'FILE'],
    items.map(({ name, fileSize, updatedAt, files }) => [
      withoutControls(name),
      formatBytes(fileSize),
      formatTime(updatedAt),
      files
        .map(({ file, state }) => `${withoutControls(file)}${state === 'same' ? '' : ` (${state})`}`)
        .join(', '),
    ]),
  )
}
