import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { CallerConfig } from '../config.ts'
import { Refusal } from '@platen/template/refusal'
import { readCacheDir, readRendering } from '@platen/renderer/config/rendering'
import { readVariables } from '@platen/renderer/config/variables'
import { PUBLIC_EGRESS } from '@platen/renderer/egress/rules'
import { createRenderer, type FlowReason, type Rendered } from '@platen/renderer/service'
import { type Data, readData, readObject } from '../data.ts'
import { readText } from '../files.ts'
import { withoutControls } from '../output/texts.ts'
import { excerptOf } from './excerpt.ts'
import { libraryBeside } from './library.ts'
import { flowReasonsOf } from './messages.ts'
import type { Problem } from './state.ts'

/** Paths of a template and its data. */
export interface TemplateFiles {
  template: string
  /** `undefined`: the .json file beside the template, if it exists. */
  data: string | undefined
}

/** Result of a local render. */
export type Outcome =
  | (Omit<Rendered, 'pages'> & {
      isPrinted: true
      pages: number
      /** Reasons why pages take several sheets, each once. */
      flowReasons: FlowReason[]
      data: string | undefined
      ms: number
    })
  | { isPrinted: false; problem: Problem }

/** Renders files on this machine in the same way as a service. */
export interface LocalRenderer extends AsyncDisposable {
  /** @throws the reason of the signal, or an error of this machine. */
  print(files: TemplateFiles, signal: AbortSignal): Promise<Outcome>
}

// Same limit as for a job of the service.
const PRINT_LIMIT_MS = 120_000
const OWNER = { tenant: 'here', egress: PUBLIC_EGRESS }
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Starts the renderer. The first start on a machine unpacks Chromium.
 * @param warnsAuthor adds warnings for the author: replaced fonts and accessibility problems.
 */
export async function openLocalRenderer(
  config: CallerConfig,
  { warnsAuthor = false } = {},
): Promise<LocalRenderer> {
  const variables = readVariables(config.environment)
  const renderer = await createRenderer({
    ...readRendering(variables),
    cacheDir: readCacheDir(variables),
    log: QUIET,
  })

  const renderFiles = async (files: TemplateFiles, signal: AbortSignal): Promise<Outcome> => {
    const source = await readText(files.template)
    if (source.trim() === '') throw new Refusal('invalid', 'The template is empty.')
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PRINT_LIMIT_MS)])
    try {
      // Compiles the whole source, as an upload does. Filling compiles only the parts that it reaches.
      await renderer.check(source, OWNER.tenant, limited)
      const data = await findData(files)
      const { elements } = data
      await validateData(files.template, data, limited)
      const began = performance.now()
      const { pages, ...rendered } = await renderer.render(
        {
          owner: { ...OWNER, warnsAuthor },
          source,
          contentVersion: createHash('sha256').update(source).digest('hex'),
          elements: JSON.stringify(elements),
          isPreview: data.file === undefined,
          library: libraryBeside(files.template),
        },
        limited,
      )
      const ms = Math.round(performance.now() - began)
      const flowReasons = flowReasonsOf(pages)
      return { isPrinted: true, ...rendered, pages: pages.length, flowReasons, data: data.file, ms }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refusal)
        return { isPrinted: false, problem: problemOf(error, files.template, source) }
      throw error
    }
  }

  /** Validates the data against the schema beside the template, if both exist. @throws {Refusal} */
  const validateData = async (template: string, { value, elements, file }: FileData, signal: AbortSignal) => {
    const schemaFile = schemaBeside(template)
    const stats = await stat(schemaFile).catch(() => undefined)
    if (!stats?.isFile() || file === undefined) return
    const schema = JSON.stringify(await readWithFile(schemaFile, readObject))
    const { tenant } = OWNER
    await renderer.checkSchema(schema, tenant, signal).catch((error: unknown) => {
      throw error instanceof Refusal ? new FileRefusal(error, schemaFile) : error
    })
    const request = {
      tenant,
      schema: { text: schema, version: createHash('sha256').update(schema).digest('hex') },
      elements: JSON.stringify(elements),
      isList: Array.isArray(value),
    }
    await renderer.validate(request, signal).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !error.problems) throw error
      const message = `The data does not match the schema in ${withoutControls(schemaFile)}.`
      throw new FileRefusal(new Refusal('invalid', message, { detail: error.detail ?? '' }), file)
    })
  }

  return {
    async print(files, signal) {
      try {
        return await renderFiles(files, signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { isPrinted: false, problem: problemOf(error, files.template) }
      }
    },
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  }
}

/** Returns the path of the data beside a template. The file need not exist. */
export function dataBeside(template: string): string {
  return template.replace(/(\.(hbs|handlebars|html?))?$/i, '.json')
}

/** Returns the path of the JSON Schema beside a template. The file need not exist. */
export function schemaBeside(template: string): string {
  return dataBeside(template).replace(/\.json$/, '.schema.json')
}

type FileData = Data & { file: string | undefined }

async function findData({ template, data }: TemplateFiles): Promise<FileData> {
  const beside = dataBeside(template)
  const stats = data === undefined ? await stat(beside).catch(() => undefined) : undefined
  const file = data ?? (stats?.isFile() ? beside : undefined)
  if (file === undefined) return { value: {}, elements: [{}], file }
  return { ...(await readWithFile(file, readData)), file }
}

async function readWithFile<Content>(
  file: string,
  read: (file: string) => Promise<Content>,
): Promise<Content> {
  try {
    return await read(file)
  } catch (error) {
    throw error instanceof Refusal ? new FileRefusal(error, file) : error
  }
}

/** Error in the data or the schema, not in the template. */
class FileRefusal extends Refusal {
  readonly file: string

  constructor({ kind, message, detail }: Refusal, file: string) {
    super(kind, message, detail === undefined ? {} : { detail })
    this.file = file === '-' ? 'Standard input' : file
  }
}

function problemOf(error: Refusal, template: string, source?: string): Problem {
  const { message, detail, position } = error
  if (error instanceof FileRefusal)
    return { file: withoutControls(error.file), message, ...(detail !== undefined && { detail }) }
  const at = position && { line: position.line, column: position.column + 1 }
  return {
    file: withoutControls(template),
    message,
    // Removes the position from the text: Handlebars counts columns from 0, editors from 1.
    ...(detail !== undefined && {
      detail: position ? detail.replace(/ \(line \d+, column \d+\)$/, '') : detail,
    }),
    ...at,
    ...(at && source !== undefined && { excerpt: excerptOf(source, at) }),
  }
}
