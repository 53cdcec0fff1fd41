import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { newDataFolder } from '../databases.ts'
import { eventually } from '../harness.ts'
import { programVariables } from '../variables.ts'

const TOOL = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

describe('platen start', () => {
  it('ends at the first Ctrl-C, also while it waits for its database', async () => {
    const dataDir = await newDataFolder('platen-start-')
    const child = spawn(process.execPath, [TOOL, 'start'], {
      env: {
        ...programVariables(),
        DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        DATABASE_URL: `postgres://nobody@127.0.0.1:${await findFreePort()}/none`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let log = ''
      // The stream stays open, because the service writes to it until it ends.
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
      await eventually(async () => log.includes('cannot connect to PostgreSQL; trying again'), 60_000)
      assert.ok(child.kill('SIGINT'))
      assert.deepEqual(await once(child, 'exit'), [130, null])
    } finally {
      child.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
