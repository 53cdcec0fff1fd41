import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedTemplate } from '../../packages/client/src/index.ts'
import { findKeyId } from '../../packages/cli/src/commands/find-key.ts'
import { type CallerCall, CallerError } from '../../packages/cli/src/caller.ts'
import { type Format, paintResult, STATE_FORMATS } from '../../packages/cli/src/output/colours.ts'
import type { ListedKey } from '../../packages/cli/src/output/key-list.ts'
import { didYouMean, similarNames } from '../../packages/cli/src/output/similar.ts'
import { chooseAccount } from '../../packages/cli/src/sign-in/choose-account.ts'
import { findTemplateReference } from '../../packages/cli/src/project/references.ts'

const ID = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'
const OTHER_ID = '5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10'

describe('similarNames', () => {
  it('finds another case, parts and up to two edits, the best first', () => {
    assert.deepEqual(similarNames('invioce', ['Letter', 'Invoice', 'Invoices 2027']), ['Invoice'])
    assert.deepEqual(similarNames('INVOICE', ['Invoice 2027', 'invoice']), ['invoice', 'Invoice 2027'])
    assert.deepEqual(similarNames('in', ['an', 'invoice']), [])
    assert.equal(similarNames('invoice', ['invoice 1', 'invoice 2', 'invoice 3', 'invoice 4']).length, 3)
  })

  it('is asked as a question', () => {
    assert.equal(didYouMean([]), '')
    assert.equal(didYouMean(['a', 'b']), ' Did you mean "a" or "b"?')
  })
})

describe('paintResult', () => {
  const paint = (format: Format, text: string) => `<${format}>${text}</>`

  it('paints the header of a table and words of a state', () => {
    const text = 'JOB ID  STATUS\n1       failed\n2       completed'
    assert.equal(
      paintResult(text, { hasHeader: true, words: STATE_FORMATS }, paint),
      '<bold>JOB ID  STATUS</>\n1       <red>failed</>\n2       <green>completed</>',
    )
  })

  it('changes nothing else', () => {
    assert.equal(paintResult('failed  constructor', {}, paint), 'failed  constructor')
  })
})

describe('findKeyId', () => {
  const keys = [key(ID, 'Build server', 'aaaa'), key(OTHER_ID, 'Shop', 'bbbb')]
  const find = (reference: string, all = keys) => findKeyId(reference, async () => all)

  it('finds a key by its id, its name and its last four characters', async () => {
    assert.equal(await find('Build server'), ID)
    assert.equal(await find('bbbb'), OTHER_ID)
    assert.equal(await find('…aaaa'), ID)
    const unlisted = () => Promise.reject(new Error('An id needs no list.'))
    assert.equal(await findKeyId(ID.toUpperCase(), unlisted), ID)
  })

  it('suggests similar names, and lists the candidates of an ambiguous one', async () => {
    await assert.rejects(find('build sever'), {
      message: 'No API key matches "build sever". Did you mean "Build server"?',
    })
    await assert.rejects(find('Shop', [key(ID, 'Shop', 'aaaa'), key(OTHER_ID, 'Shop', 'bbbb')]), (error) => {
      assert.ok(error instanceof CallerError)
      assert.equal(error.message, '2 API keys match "Shop".')
      assert.match(error.next, new RegExp(`${ID}  Shop  …aaaa  created 2026-11-21 09:30:00 UTC`))
      assert.match(error.next, new RegExp(`${OTHER_ID}  Shop  …bbbb`))
      return true
    })
  })
})

describe('findTemplateReference', () => {
  it('suggests similar names, and lists the candidates of an ambiguous one', async () => {
    const find = (reference: string, ids: string[]) =>
      findTemplateReference(reference, {
        folder: '/nowhere',
        mappings: new Map(),
        list: async () => ids.map((id) => template(id)),
      })
    await assert.rejects(find('invoce', [ID]), {
      message: /^No template matches "invoce"\. Did you mean "Invoice"\?/,
    })
    await assert.rejects(find('Invoice', [ID, OTHER_ID]), (error) => {
      assert.ok(error instanceof CallerError)
      assert.match(error.next, new RegExp(`${ID}  changed 2026-11-21 09:30:00 UTC\n  ${OTHER_ID}`))
      return true
    })
  })

  it('finds active templates first, or archived ones if they are meant', async () => {
    const archived = { archivedAt: '2026-11-22T09:30:00.000Z' }
    const find = async (templates: ListedTemplate[], prefers?: 'archived') => {
      const options = { folder: '/nowhere', mappings: new Map(), list: async () => templates }
      const match = await findTemplateReference('Invoice', { ...options, ...(prefers && { prefers }) })
      return match.templateId
    }
    const both = [template(ID, archived), template(OTHER_ID)]
    assert.equal(await find(both), OTHER_ID)
    assert.equal(await find(both, 'archived'), ID)
    assert.equal(await find([template(ID, archived)]), ID, 'nothing else has the name')
    assert.equal(await find([template(OTHER_ID)], 'archived'), OTHER_ID)
    await assert.rejects(find([...both, template(ID)]), /2 templates have the name/)
  })
})

describe('chooseAccount', () => {
  it('lists the accounts without control characters', async () => {
    const account = { userId: 'ada\u001B', email: 'a\u001B[2J@example.com', role: 'own\u202Eer' }
    const list = async () => ({ accounts: [account] })
    await assert.rejects(chooseAccount({} as CallerCall, list, 'unknown'), (error) => {
      assert.ok(error instanceof CallerError)
      assert.match(error.next, /\n {2}ada\uFFFD {2}a\uFFFD\[2J@example\.com \(own\uFFFDer\)$/)
      return true
    })
  })
})

function template(templateId: string, more: { archivedAt?: string } = {}): ListedTemplate {
  return {
    templateId,
    id: templateId,
    userId: 'ada',
    name: 'Invoice',
    description: '',
    storageKey: '',
    fileSize: 1,
    contentVersion: '',
    createdAt: '2026-11-20T09:30:00.000Z',
    updatedAt: '2026-11-21T09:30:00.000Z',
    thumbnailUrl: null,
    ...more,
  }
}

function key(tokenId: string, name: string, lastFour: string): ListedKey {
  return {
    tokenId,
    name,
    lastFour,
    isTest: false,
    scopes: [],
    createdAt: '2026-11-21T09:30:00.000Z',
    expiresAt: null,
    active: true,
    lastUsedAt: null,
  }
}
