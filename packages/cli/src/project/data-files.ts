import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platen, TemplateJson } from '@platen/client'
import { SAMPLE_DATA_BYTES_MAX, SCHEMA_BYTES_MAX } from '@platen/template/template-limits'
import { readData, readObject } from '../data.ts'
import { dataBeside, schemaBeside } from '../local/printer.ts'

/** Kind of a data file beside a template: sample data or JSON Schema. */
export interface DataFileKind {
  /** Also the field in `platen.json` that holds the version. */
  kind: 'sampleData' | 'schema'
  words: 'sample data' | 'schema'
  fileOf(template: string): string
  /** @throws {Refusal} for a file that no call could use. */
  read(path: string): Promise<object>
  of(client: Platen): TemplateJson
  bytesMax: number
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
}

export const DATA_FILE_KINDS: readonly DataFileKind[] = [
  {
    kind: 'schema',
    words: 'schema',
    fileOf: schemaBeside,
    read: readObject,
    of: (client) => client.templates.schema,
    bytesMax: SCHEMA_BYTES_MAX,
  },
  {
    kind: 'sampleData',
    words: 'sample data',
    fileOf: dataBeside,
    read: async (path) => (await readData(path)).value,
    of: (client) => client.templates.sampleData,
    bytesMax: SAMPLE_DATA_BYTES_MAX,
  },
]

/** Returns the data files of a template. They need not exist. */
export function dataFilesOf(template: string): DataFile[] {
  return DATA_FILE_KINDS.map((kind) => ({ kind, file: kind.fileOf(template), template }))
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
  const content = contentOf(await kind.of(client).get(templateId, { signal }))
  return content.contentVersion === NONE.contentVersion ? undefined : content
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
