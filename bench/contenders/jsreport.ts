import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { descendantsOf, isRunning } from '../../test/processes.ts'
import { chromiumEnvironment, sharedChromium } from './chromium.ts'
import type { Contender } from './contender.ts'
import { post } from './http.ts'

const CHROME = { printBackground: true, preferCSSPageSize: true, format: 'A4' }

/** jsreport 4 with a pool of two Chromium processes, called over HTTP with filled HTML. */
export async function startJsreport(): Promise<Contender> {
  const port = await findFreePort()
  const { installed } = await sharedChromium()
  const server = spawn(process.execPath, [fileURLToPath(new URL('../peers/jsreport.js', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      ...(await chromiumEnvironment()),
      PORT: String(port),
      CHROMIUM: installed.executable,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = once(createInterface(server.stdout), 'line')
  await Promise.race([ready, once(server, 'exit').then(() => Promise.reject(new Error('jsreport ended')))])
  const agent = new Agent({ keepAlive: true })
  return {
    name: 'jsreport',
    async render({ html }) {
      const template = { content: html, engine: 'none', recipe: 'chrome-pdf', chrome: CHROME }
      return (await post(agent, `http://127.0.0.1:${port}/api/report`, {}, { template })).length
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      const descendants = await descendantsOf(server.pid ?? 0)
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      // jsreport does not end its Chromium processes.
      for (const pid of descendants) if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
    },
  }
}
