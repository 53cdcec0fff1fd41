import { join } from 'node:path'
import { Refusal } from '../../../errors.ts'
import { readText, writeWhole } from '../files.ts'
import { isPlainPath } from './paths.ts'

/** The file that says which template, partial or asset a file is. It is made to be kept with them, in Git. */
export const MANIFEST = 'platen.json'

/** Which template a file is, and what of it was seen last. */
export interface Mapping {
  templateId: string
  /** SHA-256 of the source that was pulled or pushed, hex. */
  contentVersion: string
  /** SHA-256 of the sample data that were pulled or pushed last, without white space, hex. */
  sampleData?: string
  /** The same of the schema. */
  schema?: string
}

/** Change of a mapping. Fields that are left out keep their values. */
export type MappingChange = Partial<Mapping> & Pick<Mapping, 'templateId'>

/** Files by their paths from the folder on, with slashes. */
export type Mappings = ReadonlyMap<string, Mapping>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const VERSION = /^[0-9a-f]{64}$/

/** What `platen.json` in a folder says; nothing where there is none. @throws {Refusal} that names what is wrong. */
export async function readMappings(folder: string): Promise<Mappings> {
  return mappingsIn(await readManifest(folder))
}

/**
 * Changes mappings: the file is read anew and written whole, so that what others have noted meanwhile stays.
 * @param changes what becomes of each file; undefined: it is no template any more.
 */
export async function noteMappings(
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
  await writeManifest(folder, { ...manifest, templates: Object.fromEntries(templates) })
}

/** Applies a change. A mapping to another template keeps nothing. */
function merged(known: Mapping | undefined, change: MappingChange): MappingChange {
  return known?.templateId === change.templateId ? { ...known, ...change } : change
}

/** What templates share, each kind in a section of its own. Which one a file is, its name says. */
export type Section = 'partials' | 'assets'

/** The contentVersion that was pulled or pushed last of each file of a section. @throws {Refusal} as `readMappings`. */
export async function readSeen(folder: string, section: Section): Promise<ReadonlyMap<string, string>> {
  return versionsIn(await readManifest(folder), section)
}

/** Changes what was seen of files, as `noteMappings` does. */
export async function noteSeen(
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
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(content, null, 2)}\n`)
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
  const { templateId, sampleData, schema } = isObject(mapping) ? (mapping as Record<string, unknown>) : {}
  if (!isPlainPath(file)) throw wrong(`${JSON.stringify(file)} is not a path inside its folder`)
  if (typeof templateId !== 'string' || !UUID.test(templateId))
    throw wrong(`${JSON.stringify(file)} has no templateId`)
  return {
    templateId,
    contentVersion: versionIn(file, mapping),
    ...(isVersion(sampleData) && { sampleData }),
    ...(isVersion(schema) && { schema }),
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
