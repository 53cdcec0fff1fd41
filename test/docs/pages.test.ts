import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { type Block, blocksIn } from '../../docs/blocks.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { missingPython } from '../sdk/python.ts'
import { docsPages, ROOT } from './files.ts'
import { follow, type PageState } from './follow.ts'
import { type Role, roleOf } from './roles.ts'
import { isInstalled, openWorkplace } from './workplace.ts'

const CREDITS = 1_000
const PAGES = ['README.md', 'CONTRIBUTING.md', ...(await docsPages())]
// newcomer.test.ts follows these from an empty machine.
const FOLLOWED_BY_NEWCOMER = ['README.md', 'docs/tour.md']

describe('the code blocks of the docs', { concurrency: 2 }, () => {
  let platen: Platen
  let noPython: string | false
  let hasCurl: boolean
  before(async () => {
    platen = await startPlaten()
    noPython = await missingPython()
    hasCurl = await isInstalled('curl')
  })
  after(() => platen?.[Symbol.asyncDispose]())

  for (const page of PAGES) {
    it(`of ${page} runs as written`, async (test) => {
      const all = await readBlocks(page)
      const blocks = FOLLOWED_BY_NEWCOMER.includes(page)
        ? all.filter(({ role }) => role.kind === 'data' || role.kind === 'picture')
        : all
      if (blocks.every(({ role }) => role.kind === 'json' || role.kind === 'shown')) return
      const caller = await platen.account({ credits: CREDITS })
      await using workplace = await openWorkplace({
        PLATEN_URL: platen.url,
        PLATEN_API_KEY: caller.key,
        USER_ID: caller.userId,
        TEMPLATE_ID: await caller.upload('<p>Hello {{name}}</p>', 'Hello'),
        CACHE_DIR: platen.config.cacheDir,
        EGRESS: 'none',
      })
      const { url, databaseUrl, config } = platen
      const operator = { DATA_DIR: config.dataDir, DATABASE_URL: databaseUrl }
      const state: PageState = { url, operator, caller, workplace, data: {}, output: '' }
      for (const { block, role } of blocks) {
        if (block.language === 'python' && noPython !== false) {
          test.diagnostic(`${page}:${block.line} is left out: ${noPython}`)
          continue
        }
        // Later blocks may need its output.
        if (block.language === 'sh' && /\bcurl\b/.test(block.code) && !hasCurl) {
          return test.skip(`from line ${block.line} on: this machine has no curl`)
        }
        await follow(state, block, role).catch((error: unknown) => {
          throw new Error(`${page}:${block.line}: ${String(error)}`, { cause: error })
        })
      }
    })
  }
})

async function readBlocks(page: string): Promise<{ block: Block; role: Role }[]> {
  return blocksIn(await readFile(new URL(page, ROOT), 'utf8')).map((block) => {
    try {
      return { block, role: roleOf(block) }
    } catch (error) {
      return assert.fail(`${page}:${block.line}: ${String(error)}`)
    }
  })
}
