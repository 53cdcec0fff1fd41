import { join } from 'node:path'
import { Refusal } from '@platen/template/refusal'
import { readText, writeFileAtomically } from '../files.ts'
import { isPlainPath } from './paths.ts'

/** Name of the manifest. It maps files to templates, partials and assets, and belongs in version control. */
export const MANIFEST = 'platen.json'

/** Template of a file, with the versions that were pulled or pushed last. */
export interface Mapping {
  templateId: string
  /** SHA-256 of the source, in hex. */
  contentVersion: string
  /** SHA-256 of the sample data without white space, in hex. */
  sampleData?: string
  /** SHA-256 of the schema without white space, in hex. */
  schema?: string
  /** SHA-256 of each data set without white space, in hex, by its name. */
  dataSets?: ReadonlyMap<string, string>
}

/** Change of a mapping. Fields that are left out keep their values. */
export type MappingChange = Partial<Mapping> & Pick<Mapping, 'templateId'>

/** Mappings by path relative to the folder, with slashes. */
export type Mappings = ReadonlyMap<string, Mapping>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const VERSION = /^[0-9a-f]{64}$/

/**
 * Reads the mappings in `platen.json`. Empty if the file does not exist. @throws {Refusal} if the file is not valid.
 */
export async function readMappings(folder: string): Promise<Mappings> {
  return mappingsIn(await readManifest(folder))
}

/**
 * Changes mappings. Reads the file again and replaces it atomically, so that it keeps the changes of other processes.
 * @param changes the new mapping of each file, or `undefined` to remove it.
 */
export async function recordMappings(
  folder: string,
  changes: ReadonlyMap<string, MappingChange | undefined>,
): Promise<void> {
  const manifest = await readManifest(folder)
  const known = mappingsIn(manifest)
  const changed = [...changes].map(
    ([file, change]) => [file, change && merged(known.get(file), change)] as const,
  )
  const mappings = new Map<string, MappingChange | undefined>([...known, ...changed])
  const templates = [...mappings]
    .filter(([, mapping]) => mapping !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, mapping]) => [file, mapping && entryOf(mapping)])
  await writeManifest(folder, { ...manifest, templates: Object.fromEntries(templates) })
}

/** Merges a change. A mapping to another template drops the old values. */
function merged(known: Mapping | undefined, change: MappingChange): MappingChange {
  if (known?.templateId !== change.templateId) return change
  const dataSets = new Map([...(known.dataSets ?? []), ...(change.dataSets ?? [])])
  return { ...known, ...change, ...(dataSets.size > 0 && { dataSets }) }
}

/** Returns a mapping as it is in the file. */
function entryOf({ dataSets, ...mapping }: MappingChange): object {
  if (!dataSets) return mapping
  const sorted = [...dataSets].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...mapping, dataSets: Object.fromEntries(sorted) }
}

/** Sections for partials and assets. The name of a file is the name of the item. */
export type Section = 'partials' | 'assets'

/**
 * Returns the contentVersion of each file in a section that was pulled or pushed last. @throws {Refusal} if
 * `platen.json` is not valid.
 */
export async function readVersions(folder: string, section: Section): Promise<ReadonlyMap<string, string>> {
  return versionsIn(await readManifest(folder), section)
}

/** Changes the versions of files, in the same way as `recordMappings`. */
export async function recordVersions(
  folder: string,
  section: Section,
  changes: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const manifest = await readManifest(folder)
  const versions = new Map<string, string | undefined>([...versionsIn(manifest, section), ...changes])
  const files = [...versions]
    .filter(([, contentVersion]) => contentVersion !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, contentVersion]) => [file, { contentVersion }])
  await writeManifest(folder, { ...manifest, [section]: Object.fromEntries(files) })
}

async function writeManifest(folder: string, content: object): Promise<void> {
  await writeFileAtomically(join(folder, MANIFEST), `${JSON.stringify(content, null, 2)}\n`)
}

async function readManifest(folder: string): Promise<object> {
  const path = join(folder, MANIFEST)
  const text = await readText(path).catch((error: unknown) => {
    if (isMissing(error)) return '{}'
    throw error
  })
  const manifest = parse(text)
  if (isObject(manifest)) return manifest
  throw wrong('it is not a JSON object')
}

function mappingsIn(manifest: object): Mappings {
  const templates = 'templates' in manifest ? manifest.templates : {}
  if (!isObject(templates)) throw wrong('"templates" is not an object')
  return new Map(Object.entries(templates).map(([file, mapping]) => [file, mappingOf(file, mapping)]))
}

function versionsIn(manifest: object, section: Section): ReadonlyMap<string, string> {
  const files = (manifest as Partial<Record<Section, unknown>>)[section] ?? {}
  if (!isObject(files)) throw wrong(`"${section}" is not an object`)
  return new Map(Object.entries(files).map(([file, entry]) => [file, versionIn(file, entry)]))
}

function mappingOf(file: string, mapping: unknown): Mapping {
  const { templateId, sampleData, schema, dataSets } = isObject(mapping)
    ? (mapping as Record<string, unknown>)
    : {}
  if (!isPlainPath(file)) throw wrong(`${JSON.stringify(file)} is not a path inside its folder`)
  if (typeof templateId !== 'string' || !UUID.test(templateId))
    throw wrong(`${JSON.stringify(file)} has no templateId`)
  return {
    templateId,
    contentVersion: versionIn(file, mapping),
    ...(isVersion(sampleData) && { sampleData }),
    ...(isVersion(schema) && { schema }),
    ...(isObject(dataSets) && { dataSets: new Map(Object.entries(dataSets).filter(isVersionEntry)) }),
  }
}

function versionIn(file: string, mapping: unknown): string {
  const { contentVersion } = isObject(mapping) ? (mapping as Record<string, unknown>) : {}
  if (!isPlainPath(file)) throw wrong(`${JSON.stringify(file)} is not a path inside its folder`)
  if (isVersion(contentVersion)) return contentVersion
  throw wrong(`${JSON.stringify(file)} has no contentVersion`)
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value)
}

function isVersionEntry(entry: [string, unknown]): entry is [string, string] {
  return isVersion(entry[1])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /\(line \d+ column \d+\)/.exec(String(error))?.[0]
    throw wrong(`it is not valid JSON${position ? ` ${position}` : ''}; check it for merge conflict markers`)
  }
}

function wrong(reason: string): Refusal {
  return new Refusal('invalid', `${MANIFEST} cannot be used: ${reason}. Fix it, or delete it and pull again.`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
