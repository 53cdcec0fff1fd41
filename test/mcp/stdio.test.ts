import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { decode } from 'fast-png'
import { callTool } from '../commands/call.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { runTool } from '../process.ts'
import { downloadedTexts } from '../pdf.ts'
import { programVariables } from '../variables.ts'
import { connect } from './agent.ts'

const TOOL = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
const LIMIT_MS = 30_000

describe('platen mcp', () => {
  let platen: Platen
  let caller: Caller
  let environment: Record<string, string>
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    const nowhere = `${platen.config.dataDir}/config`
    environment = { PLATEN_URL: platen.url, PLATEN_API_KEY: caller.key, XDG_CONFIG_HOME: nowhere }
  })
  after(() => platen[Symbol.asyncDispose]())

  const agentWith = async (env: Record<string, string>) =>
    await connect(new StdioClientTransport({ command: process.execPath, args: [TOOL, 'mcp'], env }), 'legacy')
  const started = () => {
    const child = spawn(process.execPath, [TOOL, 'mcp'], {
      env: { ...programVariables(), ...environment },
      stdio: 'pipe',
      timeout: LIMIT_MS,
    })
    return { child, stdout: buffer(child.stdout), stderr: buffer(child.stderr), ended: once(child, 'exit') }
  }

  it('has the same tools as over HTTP', async () => {
    await using agent = await agentWith(environment)
    assert.equal((await agent.client.listTools()).tools.length, 17)
    const { templateId } = await agent.call('save_template', { name: 'x', content: '<p>Hello, {{name}}</p>' })
    const data = { name: 'Ada' }
    const { content } = await agent.result('preview_template', { templateId, data, width: 200 })
    const image = content.find(({ type }) => type === 'image')
    assert.ok(image?.type === 'image')
    assert.equal(decode(Buffer.from(image.data, 'base64')).width, 200)
    const { pdfUrl } = await agent.call('render_pdf', { templateId, data, idempotencyKey: 'once' })
    assert.deepEqual(await downloadedTexts(pdfUrl), ['Hello, Ada'])
    await agent.call('render_pdf', { templateId, data, idempotencyKey: 'once' })
    assert.equal((await agent.call('get_credits')).credits, 9)
    assert.equal((await agent.call('get_usage', { days: 1 })).pages, 1)
    const { resources } = await agent.client.listResources()
    assert.ok(resources.some(({ uri }) => uri === `platen://templates/${templateId}`))
    assert.ok(resources.some(({ uri }) => uri === 'platen://docs/templates'))
  })

  it('writes only the protocol to standard output, and ends with its input or a signal', async () => {
    const { child, stdout, stderr, ended } = started()
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_templates', arguments: {} } },
    ]
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
    child.stdin.write('this is no message\n')
    // Ends the input after all answers, because requests in progress are dropped at its end.
    let answered = 0
    child.stdout.on('data', (piece: Buffer) => {
      answered += piece.toString().split('\n').length - 1
      if (answered >= 2) child.stdin.end()
    })
    assert.deepEqual(await ended, [0, null])
    const lines = (await stdout).toString().trimEnd().split('\n')
    assert.deepEqual(lines.map((line) => JSON.parse(line).id).toSorted(), [1, 2])
    assert.ok(!(await stderr).toString().includes(caller.key))

    const interrupted = started()
    interrupted.child.stdin.write(`${JSON.stringify(messages[0])}\n`)
    await once(interrupted.child.stdout, 'data')
    interrupted.child.kill('SIGTERM')
    assert.deepEqual(await interrupted.ended, [143, null])
  })

  it('fails at once without a key, and prints the next step', async () => {
    const { PLATEN_API_KEY: _, ...keyless } = environment
    const { code, stdout, stderr } = await runTool(['mcp'], keyless)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /There is no API key for http.*\n\nRun platen login, or set PLATEN_API_KEY/)
    assert.equal((await callTool(['mcp', 'more'], environment)).code, 2)
  })

  it('reports an invalid key and an unreachable service to the agent', async () => {
    await using wrong = await agentWith({ ...environment, PLATEN_API_KEY: `tlfy_${'x'.repeat(43)}` })
    assert.match(await wrong.failure('list_templates'), /Next: tell the user that the API key does not work/)
    await using alone = await agentWith({ ...environment, PLATEN_URL: 'http://127.0.0.1:9' })
    assert.match(await alone.failure('get_credits'), /cannot be reached/)
  })
})
