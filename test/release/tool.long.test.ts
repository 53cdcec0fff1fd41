import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const RELEASE = fileURLToPath(new URL('../../release/release.ts', import.meta.url))
const PACKAGES = ['cli', 'client', 'documentation', 'mcp', 'template']
const BYTES_MAX = 30 * 1024 * 1024

describe('the command-line tool, installed from its packages alone', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-tool-'))
    await run(process.execPath, [RELEASE, '--dry-run', '--output', join(folder, 'packages')])
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const tarballs = await Array.fromAsync(
      glob(`packages/platen-{${PACKAGES.join()}}-*.tgz`, { cwd: folder }),
    )
    assert.equal(tarballs.length, PACKAGES.length)
    await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs.map((path) => `./${path}`)], {
      cwd: folder,
    })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Runs the tool on the Node of this machine, as a caller does. */
  const platen = async (...args: string[]) => {
    const node = process.env['npm_node_execpath'] ?? process.execPath
    const tool = join(folder, 'node_modules/@platen/cli/dist/bin.js')
    return await run(node, [tool, ...args], { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  }

  it('takes less than 30 MB', async () => {
    let bytes = 0
    for await (const path of glob('node_modules/**', { cwd: folder })) {
      const stats = await stat(join(folder, path))
      if (stats.isFile()) bytes += stats.size
    }
    assert.ok(bytes > 0 && bytes < BYTES_MAX, `${bytes} bytes`)
  })

  it('prints its help and the instructions for agents', async () => {
    assert.match((await platen('--help')).stdout, /^Usage: platen \[options\] \[command\]/m)
    assert.match((await platen('instructions')).stdout, /^# Instructions for coding agents/)
  })

  it('names the package that a command needs', async () => {
    await writeFile(join(folder, 'a.hbs'), '<p>a</p>')
    for (const [command, name] of [
      ['dev', '@platen/renderer'],
      ['check', '@platen/renderer'],
      ['start', '@platen/server'],
      ['doctor', '@platen/server'],
    ] as const) {
      const { code, stderr } = await platen(
        command,
        ...(command === 'dev' || command === 'check' ? ['a.hbs'] : []),
      )
      assert.equal(code, 1, command)
      assert.equal(
        stderr,
        `This command needs the package ${name}, which is not installed.\n\nInstall it beside this tool: npm install ${name}\n`,
      )
    }
  })
})
