import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { CallerConfig } from '../../../config/caller.ts'
import { Refusal } from '../../../errors.ts'
import { PUBLIC_EGRESS } from '../../../egress/rules.ts'
import { createRenderer, type Rendered } from '../../../rendering/renderer.ts'
import { type Data, readData } from '../data.ts'
import { readText } from '../files.ts'
import { plain } from '../texts.ts'
import { excerptOf } from './excerpt.ts'
import { libraryBeside } from './library.ts'
import type { Problem } from './state.ts'

/** A template and its data, as files. */
export interface Files {
  template: string
  /** Undefined: the file beside it whose name ends in .json, if there is one. */
  data: string | undefined
}

/** What has become of printing them. */
export type Outcome =
  | (Rendered & { isPrinted: true; pages: number; data: string | undefined; ms: number })
  | { isPrinted: false; problem: Problem }

/** Prints files as a service would, on this machine and without one. */
export interface LocalPrinter extends AsyncDisposable {
  /** @throws the signal's reason; faults of this machine. */
  print(files: Files, signal: AbortSignal): Promise<Outcome>
}

// As long as the service gives an asynchronous call.
const PRINT_LIMIT_MS = 120_000
const OWNER = { partition: 'here', egress: PUBLIC_EGRESS }
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Starts the renderer; the first time on a machine it unpacks its Chromium.
 * @param reportsFonts warns of fonts that are replaced.
 */
export async function openLocalPrinter(
  config: CallerConfig,
  { reportsFonts = false } = {},
): Promise<LocalPrinter> {
  const renderer = await createRenderer({ ...config.printing(), log: QUIET })

  const printed = async (files: Files, signal: AbortSignal): Promise<Outcome> => {
    const source = await readText(files.template)
    if (source.trim() === '') throw new Refusal('invalid', 'It is empty.')
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PRINT_LIMIT_MS)])
    try {
      // As when it is stored: filling compiles only what it comes by.
      await renderer.check(source, OWNER.partition, limited)
      const data = await findData(files)
      const { elements } = data
      const began = performance.now()
      const rendered = await renderer.render(
        {
          owner: { ...OWNER, reportsFonts },
          source,
          contentVersion: createHash('sha256').update(source).digest('hex'),
          elements: JSON.stringify(elements),
          isPreview: data.file === undefined,
          library: libraryBeside(files.template),
        },
        limited,
      )
      const ms = Math.round(performance.now() - began)
      return { ...rendered, isPrinted: true, pages: elements.length, data: data.file, ms }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refusal)
        return { isPrinted: false, problem: problemOf(error, files.template, source) }
      throw error
    }
  }

  return {
    async print(files, signal) {
      try {
        return await printed(files, signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { isPrinted: false, problem: problemOf(error, files.template) }
      }
    },
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  }
}

/** The file with a template's data that lies beside it, if that is there. */
export function dataBeside(template: string): string {
  return template.replace(/(\.(hbs|handlebars|html?))?$/i, '.json')
}

async function findData({ template, data }: Files): Promise<Data & { file: string | undefined }> {
  if (data !== undefined) return await ofData(data)
  const beside = dataBeside(template)
  const found = await stat(beside).catch(() => undefined)
  return found?.isFile() ? await ofData(beside) : { value: {}, elements: [{}], file: undefined }
}

async function ofData(file: string): Promise<Data & { file: string }> {
  try {
    return { ...(await readData(file)), file }
  } catch (error) {
    throw error instanceof Refusal ? new DataRefused(error, file) : error
  }
}

/** The data's fault, and not the template's. */
class DataRefused extends Refusal {
  readonly file: string

  constructor({ kind, message }: Refusal, file: string) {
    super(kind, message)
    this.file = file === '-' ? 'The standard input' : file
  }
}

function problemOf(error: Refusal, template: string, source?: string): Problem {
  if (error instanceof DataRefused) return { file: plain(error.file), message: error.message }
  const { message, detail, place } = error
  const at = place && { line: place.line, column: place.column + 1 }
  return {
    file: plain(template),
    message,
    // Its words count columns from 0 on, as Handlebars does; editors do not.
    ...(detail !== undefined && {
      detail: place ? detail.replace(/ \(line \d+, column \d+\)$/, '') : detail,
    }),
    ...at,
    ...(at && source !== undefined && { excerpt: excerptOf(source, at) }),
  }
}
