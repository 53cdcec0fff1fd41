// jsreport with a pool of two Chromium processes, as in its documentation, with only the extensions that are needed for
// filled HTML. The environment has the port and the Chromium. A line on stdout reports that it is ready.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromePdf from '@jsreport/jsreport-chrome-pdf'
import jsreport from '@jsreport/jsreport-core'
import express from '@jsreport/jsreport-express'

const { PORT, CHROMIUM, LD_LIBRARY_PATH, FONTCONFIG_FILE } = process.env
const server = jsreport({
  rootDirectory: import.meta.dirname,
  tempDirectory: mkdtempSync(join(tmpdir(), 'platen-jsreport-')),
  httpPort: Number(PORT),
  loadConfig: false,
  discover: false,
  useExtensionsLocationCache: false,
  reportTimeout: 60_000,
  logger: { silent: true },
  workers: { numberOfWorkers: 2 },
  chrome: {
    strategy: 'chrome-pool',
    numberOfWorkers: 2,
    launchOptions: {
      executablePath: CHROMIUM,
      headless: 'shell',
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
      env: { LD_LIBRARY_PATH, FONTCONFIG_FILE, TZ: 'UTC', HOME: tmpdir() },
    },
  },
})
server.use(chromePdf()).use(express())
await server.init()
console.log('serving')
process.on('SIGTERM', () => {
  server.close().finally(() => process.exit())
})
