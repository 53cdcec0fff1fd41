import { once } from 'node:events'
import { resolve } from 'node:path'
import { type CallerCommand, optional, positionals, table, UsageError } from '../command.ts'
import { formatTime } from '../output/times.ts'
import { CallerError } from '../caller.ts'
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
const OUTPUT = { type: 'string', short: 'o', help: 'Write the content to this file.' } as const

export const libraryCommands: CallerCommand[] = [PARTIALS, ASSETS].flatMap(commandsFor)

function commandsFor(kind: LibraryKind): CallerCommand[] {
  const { word, words, example } = kind
  return [
    {
      name: words,
      help: `All templates of the account can use them. The column FILE shows the file in platen.json.`,
      options: {},
      async run(call) {
        if (call.positionals[0] !== 'list' || call.positionals.length > 1) positionals(call)
        const listed = await kind.list(await call.client(), call.signal)
        const versions = await readVersions(HERE, words)
        const shown = await Promise.all(listed.map((one) => withFiles(kind, one, versions)))
        const none = `No ${words} yet. To create one: platen ${words} push ${words}/${example.file}`
        return { text: shown.length === 0 ? none : rows(shown), json: shown }
      },
    },
    {
      name: `${words} get`,
      help: `NAME is its name, or its file in platen.json. --json prints all its fields.`,
      options: { output: OUTPUT },
      async run(call) {
        const [reference] = positionals(call, 'NAME')
        const client = await call.client()
        const name = await nameOf(kind, reference)
        const output = optional(call, 'output')
        const isJson = call.options['json'] === true
        if (output === undefined && word === 'asset' && !isJson && process.stdout.isTTY)
          throw new UsageError(
            'Refusing to write an asset to the terminal. Use --output FILE or redirect standard output.',
          )
        const { content } = await kind.get(client, name, call.signal)
        const known = (await kind.list(client, call.signal)).find((one) => one.name === name)
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
      },
    },
    {
      name: `${words} pull`,
      help: `Writes ${words} to ${words}/ below this folder, for example ${words}/${example.file}, and records their versions in platen.json. Without NAME, pulls all ${words} that platen.json lists.

A file that you changed is kept. A file that was changed here and in the account is rejected. "platen templates pull" also pulls the ${words} that the templates use.`,
      options: {
        all: { type: 'boolean', help: `Pull all ${words} of the account.` },
        force: { type: 'boolean', help: 'Overwrite files that were changed here.' },
      },
      async run(call) {
        const { positionals: references, options, signal } = call
        const isAll = options['all'] === true
        if (isAll && references.length > 0)
          throw new UsageError(`--all pulls all ${words}. Remove the names.`)
        const client = await call.client()
        const names = isAll
          ? (await kind.list(client, signal)).map(({ name }) => name)
          : await Promise.all(references.map((reference) => nameOf(kind, reference)))
        const items = await itemsNamed(kind, isAll || references.length > 0 ? names : undefined)
        return formatOutcomes(
          await pullItems(client, HERE, items, options['force'] === true, signal),
          PULL_TEXTS,
        )
      },
    },
    {
      name: `${words} push`,
      help: `The name of the file is the name of the ${word}: ${example.file} is ${example.used}. Without FILE, pushes all ${words} that platen.json lists. "platen templates push" also sends the ${words} that the templates use.

If ${word === 'asset' ? 'an asset' : 'a partial'} was changed in the account since your last pull, nothing is sent. --force overwrites it. The service keeps the older version.`,
      options: { force: { type: 'boolean', help: 'Overwrite changes in the account.' } },
      async run(call) {
        const { positionals: files, signal } = call
        const items =
          files.length === 0
            ? await itemsNamed(kind, undefined)
            : [...new Set(files.map((file) => mappedPath(HERE, file)))].map((file): LibraryItem => ({
                kind,
                file,
                name: kind.nameOf(file),
              }))
        const pushOptions = { force: call.options['force'] === true, createsNew: false }
        // A file that the command line names must exist.
        await Promise.all(items.map(({ file }) => kind.read(file)))
        const client = await call.client()
        const plans = await planItems(client, HERE, items, pushOptions, signal)
        const refused = plans.flatMap((plan) =>
          plan.refusalReason === undefined ? [] : [refusedItem(plan, plan.refusalReason)],
        )
        if (refused.length > 0) return formatOutcomes(refused, PUSH_TEXTS)
        const done = []
        for (const plan of plans) done.push(await pushItem(client, HERE, plan, pushOptions.force, signal))
        return formatOutcomes(done, PUSH_TEXTS)
      },
    },
    {
      name: `${words} delete`,
      help: `Deletes them with all their versions from the account. Files on this machine stay. Calls with templates that use them then fail.`,
      options: { yes: { type: 'boolean', short: 'y', help: 'Delete without confirmation.' } },
      async run(call) {
        const { positionals: references, signal } = call
        if (references.length === 0) throw new UsageError(`Name at least one ${word}.`)
        const client = await call.client()
        const names = [...new Set(await Promise.all(references.map((one) => nameOf(kind, one))))]
        if (call.options['yes'] !== true) await confirm(call, references)
        for (const name of names) {
          await kind.remove(client, name, signal)
          const files = filesOf(kind, name, await readVersions(HERE, words))
          if (files.length > 0)
            await recordVersions(HERE, words, new Map(files.map((file) => [file, undefined] as const)))
        }
        return { text: `Deleted ${formatCount(names.length, word)}.`, json: { deleted: names } }
      },
    },
  ]
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
