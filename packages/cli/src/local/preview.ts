import { unwatchFile, watchFile } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { dataBeside, type TemplateFiles, type LocalRenderer, schemaBeside } from './printer.ts'
import { formatFlow, formatWarning } from './messages.ts'
import { libraryFiles } from './library.ts'
import { openSheets, type Sheets } from '@platen/renderer/service'
import type { State } from './state.ts'

/** Live preview: renders files again when they change. */
export interface Preview extends AsyncDisposable {
  state(): State
  pdf(): Uint8Array | undefined
  /** Returns a PNG of a sheet, counted from 0. `undefined` if there is none. */
  image(index: number): Promise<Uint8Array | undefined>
  /** Calls `listener` with each new state. @returns a function that removes the listener. */
  listen(listener: (state: State) => void): () => void
}

/**
 * Poll interval of the template's files, in milliseconds. Polling also works on network file systems, which send no
 * events.
 */
const POLL_MS = 100
/** Poll interval of partials and assets, in milliseconds. There may be hundreds of files. */
const LIBRARY_POLL_MS = 500
/** Quiet time before a render, in milliseconds. Editors write a file several times per save. */
const QUIET_MS = 30

/** Renders `files` now, and again at each change. */
export function startPreview(printer: Promise<LocalRenderer>, files: TemplateFiles): Preview {
  const listeners = new Set<(state: State) => void>()
  const watched = new Set<string>()
  let state: State = {
    version: 0,
    template: files.template,
    data: files.data ?? null,
    isRendering: true,
    document: null,
    problem: null,
  }
  let shown: { pdf: Uint8Array; sheets: Sheets } | undefined
  let current = new AbortController()
  const ended = new AbortController()
  let work = Promise.resolve()

  const setState = (change: Partial<State>) => {
    state = { ...state, ...change, version: state.version + 1 }
    for (const listener of listeners) listener(state)
  }

  const renderNow = async (signal: AbortSignal) => {
    try {
      await delay(QUIET_MS, undefined, { signal })
      // Starts to watch before reading, so that no later change is missed.
      await watchAll()
      setState({ isRendering: true })
      const outcome = await (await printer).print(files, signal)
      if (!outcome.isPrinted) return setState({ isRendering: false, problem: outcome.problem })
      const { pdf, pages, scale, flowReasons, warnings, ms, data = null } = outcome
      const sheets = await openSheets(pdf)
      signal.throwIfAborted()
      shown?.sheets[Symbol.dispose]()
      shown = { pdf, sheets }
      const document = {
        version: state.version + 1,
        pages,
        sheets: sheets.sizes,
        scale,
        flowReasons,
        flow: formatFlow(flowReasons),
        warnings: warnings.map((warning) => ({ ...warning, words: formatWarning(warning) })),
        ms,
      }
      setState({ isRendering: false, problem: null, data, document })
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      setState({ isRendering: false, problem: { file: files.template, message } })
    }
  }

  const scheduleRender = () => {
    current.abort()
    current = new AbortController()
    const signal = AbortSignal.any([current.signal, ended.signal])
    work = work.then(() => renderNow(signal))
  }

  /** Adds and removes watchers, because partials and assets may appear and disappear. */
  const watchAll = async () => {
    const own = [files.template, files.data ?? dataBeside(files.template), schemaBeside(files.template)]
    const now = new Set([...own, ...(await libraryFiles(files.template))])
    if (ended.signal.aborted) return
    for (const file of watched.difference(now)) unwatch(file)
    for (const file of now.difference(watched)) {
      watched.add(file)
      watchFile(file, { interval: own.includes(file) ? POLL_MS : LIBRARY_POLL_MS }, scheduleRender)
    }
  }
  const unwatch = (file: string) => {
    watched.delete(file)
    unwatchFile(file, scheduleRender)
  }
  scheduleRender()

  return {
    state: () => state,
    pdf: () => shown?.pdf,
    image: async (index) => await shown?.sheets.draw(index),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      ended.abort(new Error('The preview has ended'))
      for (const file of watched) unwatch(file)
      await work
      shown?.sheets[Symbol.dispose]()
    },
  }
}
