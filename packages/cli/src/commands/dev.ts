import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type CallerCommand, optional, positionals, UsageError, wholeNumber } from '../command.ts'
import { CallerError, type Terminal } from '../caller.ts'
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

export const devCommand: CallerCommand = {
  name: 'dev',
  help: 'Requires no account and no service. The page is available on this machine only. Stop it with Ctrl-C. Reads the data of invoice.hbs from invoice.json beside it, and the JSON Schema from invoice.schema.json. With --json, each state is a line of JSON.',
  options: {
    data: { type: 'string', short: 'd', help: 'JSON file with the data.' },
    port: { type: 'string', help: 'Port of the page. Default: 4100, or a free port if 4100 is in use.' },
    open: { type: 'boolean', help: 'Open the page in the browser.' },
  },
  async run(call) {
    const [template] = positionals(call, 'FILE')
    const data = optional(call, 'data')
    const isJson = call.options['json'] === true
    for (const file of [template, ...(data === undefined ? [] : [data])]) await requireFile(file)
    const { config, signal, terminal } = call
    await using stack = new AsyncDisposableStack()
    const printer = openLocalRenderer(config, { reportsFonts: true })
    stack.defer(async () => (await printer.catch(() => undefined))?.[Symbol.asyncDispose]())
    const preview = stack.use(startPreview(printer, { template, data }))
    const server = stack.use(await serve(preview, optional(call, 'port')))
    console.log(
      isJson
        ? JSON.stringify({ url: server.url })
        : `${server.url} shows ${withoutControls(template)}. Stop it with Ctrl-C.`,
    )
    preview.listen((state) => (isJson ? console.log(JSON.stringify(state)) : printState(terminal, state)))
    if (call.options['open'] === true && !(await openInBrowser(server.url, config.hasDisplay)))
      warn(terminal, 'Cannot open a browser on this machine. Open the address yourself.')
    await Promise.race([printer, waitForAbort(signal)])
    await waitForAbort(signal)
    return { text: '', json: undefined }
  },
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

async function serve(preview: Preview, requested: string | undefined): Promise<PreviewServer> {
  if (requested === undefined) {
    return await servePreview(preview, PORT).catch(async (error: unknown) => {
      if (isPortInUse(error)) return await servePreview(preview, undefined)
      throw error
    })
  }
  const port = wholeNumber(requested, '--port')
  if (port < 1 || port > 65_535) throw new UsageError(`--port must be 1 to 65535, not ${requested}.`)
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
