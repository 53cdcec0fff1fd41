import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CallOptions, NotFound, type Platen, type PutOptions } from '@platen/client'
import { SAMPLE_DATA_BYTES_MAX, SCHEMA_BYTES_MAX } from '@platen/template/template-limits'
import { readData, readObject } from '../data.ts'
import { dataBeside, schemaBeside } from '../local/printer.ts'
import type { Mapping, MappingChange } from './manifest.ts'

/** Kind of a data file of a template: sample data, JSON Schema or data set. */
export interface DataFileKind {
  kind: 'sampleData' | 'schema' | 'dataSet'
  /** Meaning of the file, such as "sample data". */
  words: string
  /** @throws {Refusal} for a file that no call could use. */
  read(path: string): Promise<object>
  /** Returns the methods for the JSON in the account. */
  of(client: Platen): JsonMethods
  bytesMax: number
}

interface JsonMethods {
  get(templateId: string, options?: CallOptions): Promise<object>
  set(templateId: string, value: object, options?: PutOptions): Promise<void>
}

/** Content of a data file. */
export interface DataFileContent {
  value: object
  /** SHA-256 in hex of the JSON without white space. */
  contentVersion: string
  bytes: number
}

/** Data file on this machine. */
export interface DataFile {
  kind: DataFileKind
  /** Path relative to the folder, with slashes. */
  file: string
  /** Path of its template. */
  template: string
  /** Name of the data set. */
  dataSet?: string
}

const SCHEMA: DataFileKind = {
  kind: 'schema',
  words: 'schema',
  read: readObject,
  of: (client) => client.templates.schema,
  bytesMax: SCHEMA_BYTES_MAX,
}
const SAMPLE_DATA: DataFileKind = {
  kind: 'sampleData',
  words: 'sample data',
  read: async (path) => (await readData(path)).value,
  of: (client) => client.templates.sampleData,
  bytesMax: SAMPLE_DATA_BYTES_MAX,
}
/** Name of a data set: also a file name without its ending. */
const DATA_SET_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/**
 * Returns the data files of a template: schema, sample data and data sets. They need not exist.
 * @param dataSets names of data sets. Names that are no file names are left out.
 */
export function dataFilesOf(template: string, dataSets: Iterable<string>): DataFile[] {
  const names = [...new Set(dataSets)].filter((name) => DATA_SET_NAME.test(name)).toSorted()
  return [
    { kind: SCHEMA, file: schemaBeside(template), template },
    { kind: SAMPLE_DATA, file: dataBeside(template), template },
    ...names.map((name) => ({
      kind: dataSetKind(name),
      file: `${dataSetFolder(template)}/${name}.json`,
      template,
      dataSet: name,
    })),
  ]
}

function dataSetKind(name: string): DataFileKind {
  return {
    ...SAMPLE_DATA,
    kind: 'dataSet',
    words: 'data set',
    of: ({ templates: { dataSets } }) => ({
      get: (templateId, options) => dataSets.get(templateId, name, options),
      set: (templateId, value, options) => dataSets.set(templateId, name, value, options),
    }),
  }
}

function dataSetFolder(template: string): string {
  return dataBeside(template).replace(/\.json$/, '.data')
}

/** Returns the names of the data sets of a template that have a file. */
export async function localDataSets(folder: string, template: string): Promise<string[]> {
  const files = await readdir(join(folder, dataSetFolder(template))).catch(() => [])
  return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
}

/** Returns the version of a data file that was pulled or pushed last. */
export function lastVersionOf(
  mapping: Partial<Mapping> | undefined,
  { kind: { kind }, dataSet = '' }: DataFile,
): string | undefined {
  return kind === 'dataSet' ? mapping?.dataSets?.get(dataSet) : mapping?.[kind]
}

/** Returns the change of a mapping that records the version of a data file. */
export function versionChange(
  { kind: { kind }, dataSet = '' }: DataFile,
  templateId: string,
  version: string,
): MappingChange {
  return kind === 'dataSet'
    ? { templateId, dataSets: new Map([[dataSet, version]]) }
    : { templateId, [kind]: version }
}

/** Reads a data file. `undefined` if it does not exist. @throws {Refusal} if it cannot be used. */
export async function findDataFile(
  folder: string,
  { kind, file }: DataFile,
): Promise<DataFileContent | undefined> {
  const path = join(folder, file)
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ? contentOf(await kind.read(path)) : undefined
}

/** Reads the content from the account. `undefined` if the account has none. @throws {PlatenError} */
export async function fetchDataFile(
  client: Platen,
  { kind }: DataFile,
  templateId: string,
  signal: AbortSignal,
): Promise<DataFileContent | undefined> {
  const value = await kind
    .of(client)
    .get(templateId, { signal })
    .catch((error: unknown) => {
      if (kind.kind === 'dataSet' && error instanceof NotFound) return undefined
      throw error
    })
  const content = value && contentOf(value)
  return kind.kind !== 'dataSet' && content?.contentVersion === NONE.contentVersion ? undefined : content
}

/** Formats the content of the file. */
export function textOf({ value }: DataFileContent): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

function contentOf(value: object): DataFileContent {
  const text = JSON.stringify(value)
  return {
    value,
    contentVersion: createHash('sha256').update(text).digest('hex'),
    bytes: Buffer.byteLength(text),
  }
}

// The service returns an empty object for a missing schema or missing sample data.
const NONE = contentOf({})
