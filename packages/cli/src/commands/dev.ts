import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type CallerCall, CallerError, type Terminal } from '../caller.ts'
import { type Command, type CommandDefinitions, examples, type Result, wholeNumber } from '../command.ts'
import { warn } from '../output/progress.ts'
import { openInBrowser } from '../sign-in/browser.ts'
import { openLocalRenderer } from '../local/printer.ts'
import { type Preview, startPreview } from '../local/preview.ts'
import type { State } from '../local/state.ts'
import { type PreviewServer, servePreview } from '../local/server.ts'
import { formatProblem, formatDocumentSize } from '../local/messages.ts'
import { withoutControls } from '../output/texts.ts'

/** Default port. It is fixed so that an open page reconnects. If it is in use, the tool uses any free port. */
const PORT = 4100

const declare = (command: Command) =>
  command
    .description(
      'Requires no account and no service. The page is available on this machine only. Stop it with Ctrl-C. Reads the data of invoice.hbs from invoice.json beside it, and the JSON Schema from invoice.schema.json. With --json, each state is a line of JSON.',
    )
    .argument('<FILE>', 'File of the template.')
    .option('-d, --data <FILE>', 'JSON file with the data.')
    .option(
      '--port <PORT>',
      'Port of the page. Default: 4100, or a free port if 4100 is in use.',
      wholeNumber({ min: 1, max: 65_535 }),
    )
    .option('--open', 'Open the page in the browser.')
    .addHelpText(
      'after',
      examples('platen dev invoice.hbs --open', 'platen dev invoice.hbs --data sample.json'),
    )

type DevOptions = ReturnType<ReturnType<typeof declare>['opts']>

export const devCommand: CommandDefinitions<CallerCall> = {
  dev: (command, run) =>
    declare(command).action((template, options) => run((call) => develop(call, template, options))),
}

async function develop(
  { config, signal, terminal, isJson }: CallerCall,
  template: string,
  { data, port, open: opens }: DevOptions,
): Promise<Result> {
  for (const file of [template, ...(data === undefined ? [] : [data])]) await requireFile(file)
  await using stack = new AsyncDisposableStack()
  const printer = openLocalRenderer(config, { warnsAuthor: true })
  stack.defer(async () => (await printer.catch(() => undefined))?.[Symbol.asyncDispose]())
  const preview = stack.use(startPreview(printer, { template, data }))
  const server = stack.use(await serve(preview, port))
  console.log(
    isJson
      ? JSON.stringify({ url: server.url })
      : `${server.url} shows ${withoutControls(template)}. Stop it with Ctrl-C.`,
  )
  preview.listen((state) => (isJson ? console.log(JSON.stringify(state)) : printState(terminal, state)))
  if (opens && !(await openInBrowser(server.url, config.hasDisplay)))
    warn(terminal, 'Cannot open a browser on this machine. Open the address yourself.')
  await Promise.race([printer, waitForAbort(signal)])
  await waitForAbort(signal)
  return { text: '', json: undefined }
}

/** Prints one line for each render. */
function printState(terminal: Terminal, { isRendering, problem, document }: State): void {
  if (isRendering) return
  if (problem) return terminal.printLine(`✗ ${formatProblem(problem)}`)
  if (!document) return
  const { sheets, warnings, ms } = document
  terminal.printLine(`✓ ${formatDocumentSize({ ...document, sheets: sheets.length })}, ${ms} ms`)
  for (const { words } of warnings) terminal.printLine(`  ${words}`)
}

async function serve(preview: Preview, port: number | undefined): Promise<PreviewServer> {
  if (port === undefined) {
    return await servePreview(preview, PORT).catch(async (error: unknown) => {
      if (isPortInUse(error)) return await servePreview(preview, undefined)
      throw error
    })
  }
  return await servePreview(preview, port).catch((error: unknown) => {
    if (!isPortInUse(error)) throw error
    throw new CallerError(`Port ${port} is in use by another program.`, {
      next: 'Choose another --port, or leave it out.',
    })
  })
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function requireFile(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  if (stats?.isFile()) return
  throw new CallerError(`${withoutControls(file)} ${stats ? 'is not a file' : 'does not exist'}.`, {
    next: 'Name a template: platen dev invoice.hbs --data invoice.json',
  })
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
