import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { callTool } from './call.ts'
import { createTool, type Tool } from './tool.ts'

const CLI = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

describe('platen requests', () => {
  let platen: Platen
  let caller: Caller
  let tool: Tool
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    tool = await createTool(platen.url, { PLATEN_API_KEY: caller.key })
  })
  after(async () => {
    await tool[Symbol.asyncDispose]()
    await platen[Symbol.asyncDispose]()
  })

  const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? ''
  const run = async (...args: string[]) => await callTool(['requests', ...args], tool.environment)
  const call = async (path: string) => {
    const id = idOf(await caller.call('GET', path))
    await eventually(async () => {
      await platen.app.services.requestLog.flush()
      return (await caller.call('GET', `/v1/requests/${id}`)).status === 200
    })
    return id
  }

  it('lists calls with their errors, and selects by a filter', async () => {
    const empty = await run()
    assert.deepEqual([empty.code, empty.stdout.trim()], [0, 'No calls found. Calls are kept for 30 days.'])
    const missing = `/v1/templates/${randomUUID()}`
    const [good, bad] = [await call('/v1/credits'), await call(missing)]
    const { stdout } = await run('--limit', '1')
    assert.ok(stdout.includes(bad) && !stdout.includes(good), stdout)
    assert.ok(stdout.includes(`GET ${missing}`) && stdout.includes('There is no template'), stdout)
    const cursor = /More calls: --cursor (\S+)/.exec(stdout)?.[1] ?? ''
    assert.ok((await run('--cursor', cursor)).stdout.includes(good))
    const failed = await tool.call('requests', '--status', '4xx', '--live')
    assert.deepEqual(
      failed.value.requests.map(({ requestId }: { requestId: string }) => requestId),
      [bad],
    )
    assert.equal((await tool.call('requests', '--test')).value.requests.length, 0)
    assert.equal((await run('--status', '9')).code, 2)
    assert.equal((await run('--follow', '--limit', '1')).code, 2)
  })

  it('shows a call with its phases and error', async () => {
    const id = await call(`/v1/templates/${randomUUID()}`)
    const { stdout } = await run('show', id)
    for (const line of [
      /^Request +/m,
      /^Status +404$/m,
      /^Error +There is no template/m,
      /^ {2}key +[\d.]+ ms$/m,
    ])
      assert.match(stdout, line)
    assert.ok(stdout.includes(id))
    const missing = await run('show', randomUUID())
    assert.deepEqual([missing.code, /There is no request/.test(missing.stderr)], [1, true])
  })

  it('prints the id of a failed call, which is found in the log', async () => {
    const { code, stderr } = await callTool(['templates', 'delete', randomUUID(), '--yes'], tool.environment)
    const id = /^Request ID: (\S+)$/m.exec(stderr)?.[1] ?? ''
    assert.equal(code, 1, stderr)
    const shown = await eventually(async () => {
      await platen.app.services.requestLog.flush()
      const { code, stdout } = await run('show', id)
      return code === 0 && stdout
    })
    assert.match(shown, /^Status +404$/m)
  })

  it('follows calls as they end, and prints each once', async () => {
    const earlier = await call('/v1/credits')
    const child = spawn(process.execPath, [CLI, 'requests', '--follow', '--json'], {
      env: tool.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    let output = ''
    child.stdout.on('data', (chunk) => void (output += chunk))
    const sent: string[] = []
    // Calls before its first listing are not printed, so calls are sent until one appears.
    await eventually(async () => {
      sent.push(await call('/v1/credits'))
      return sent.some((id) => output.includes(id))
    })
    const last = await call('/v1/credits')
    await eventually(() => output.includes(last))
    child.kill('SIGINT')
    await ended
    const printed = output
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).requestId)
    assert.equal(new Set(printed).size, printed.length)
    assert.ok(!printed.includes(earlier))
    assert.deepEqual(printed, [...sent, last].slice(-printed.length))
  })
})
