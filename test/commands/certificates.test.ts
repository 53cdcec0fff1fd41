import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Platen, startPlaten } from '../harness.ts'
import { issue, writePkcs12 } from '../signing/pki.ts'
import { createTool, type Tool } from './tool.ts'

describe('platen certificates', () => {
  let platen: Platen
  let tool: Tool
  let file: string
  before(async () => {
    platen = await startPlaten({ environment: { CERTIFICATE_KEY: Buffer.alloc(32, 5).toString('base64') } })
    const { key } = await platen.account()
    tool = await createTool(platen.url, { PLATEN_API_KEY: key })
    file = join(String(tool.environment['HOME']), 'seal.p12')
    await writeFile(file, await writePkcs12(await issue({ name: 'Ada Seal' }), [], 'secret-1'))
  })
  after(async () => {
    await tool?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  /** Adds the file, with the password on standard input. */
  async function add(password: string) {
    const running = tool.start('certificates', 'add', 'company-seal', file)
    running.write(`${password}\n`)
    return await running.ended
  }

  it('adds, lists and deletes a certificate', async () => {
    const empty = await tool.run('certificates', 'list')
    assert.match(empty.stdout, /No certificates yet\. To add one: platen certificates add/)
    const wrong = await add('wrong')
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /password does not open the PKCS#12 file/)
    const added = await add('secret-1')
    assert.equal(added.code, 0, added.stderr)
    assert.match(
      added.stdout,
      /^Added company-seal: CN=Ada Seal, O=Example, C=DE, ECDSA P-256, valid until \d{4}-\d\d-\d\d\.\n$/,
    )
    const { value } = await tool.json('certificates', 'list')
    assert.deepEqual(
      value.map(({ name, signer }: { name: string; signer: string }) => [name, signer]),
      [['company-seal', 'Ada Seal']],
    )
    assert.match((await tool.run('certificates', 'list')).stdout, /NAME +SUBJECT/)
    const unconfirmed = await tool.run('certificates', 'delete', 'company-seal')
    assert.equal(unconfirmed.code, 1)
    assert.match(unconfirmed.stderr, /add --yes/)
    const deleted = await tool.run('certificates', 'delete', 'company-seal', '--yes')
    assert.deepEqual([deleted.code, deleted.stdout], [0, 'Deleted 1 certificate.\n'])
  })
})
