import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { findClone, readFiles, type Repository, skipWithoutClone } from '../clones.ts'
import { type Pictures, sharedPictures } from '../rendering/images.ts'
import { owner, sharedPrinter } from '../rendering/printers.ts'
import { differenceOf } from './compare.ts'
import { type Reference, startReference } from './reference.ts'

const CLONES = 'CORPUS_CLONES'
const PRINT_LIMIT_MS = 120_000
const FLOW = '<meta name="page-overflow" content="flow">'

/** Documents that test CSS for paged media, with the smallest number of them. */
const SUITES: readonly [Repository, RegExp, number][] = [
  // MIT
  [{ name: 'pagedjs/pagedjs', commit: '6b0ff8089f472a17247e44671da93d2d931e656e' }, /^specs\/.*\.html$/, 120],
]

/** Documents whose sheets differ from Chromium's, with the reason. */
const DIFFERENT: Record<string, string> = {}

describe('documents for paged media', () => {
  let printer: Printer
  let pictures: Pictures
  let reference: Reference
  before(async () => {
    const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
    printer = await sharedPrinter()
    pictures = await sharedPictures()
    reference = await startReference(cacheDir)
  })
  after(async () => {
    await reference?.[Symbol.asyncDispose]()
    await pictures?.[Symbol.asyncDispose]()
    await printer?.[Symbol.asyncDispose]()
  })

  for (const [repository, pattern, atLeast] of SUITES)
    it(
      `look as in Chromium and have the same text (${repository.name})`,
      { skip: skipWithoutClone(CLONES, repository) },
      async (context) => {
        const files = await readFiles(findClone(CLONES, repository) ?? '', repository, pattern)
        assert.ok(files.size >= atLeast, String(files.size))
        const counts = { equal: 0, different: 0 }
        const unexpected: string[] = []
        for (const [path, text] of files) {
          const html = withFlow(text)
          const { pdf } = await printer.print(html, owner('corpus'), AbortSignal.timeout(PRINT_LIMIT_MS))
          const difference = await differenceOf(pictures, pdf, await reference.print(html))
          if (difference === '') counts.equal += 1
          else if (path in DIFFERENT) counts.different += 1
          else unexpected.push(`${path}: ${difference}`)
        }
        context.diagnostic(`${repository.name}: ${JSON.stringify(counts)}`)
        assert.deepEqual(unexpected, [])
      },
    )
})

/** Requests `flow` before anything else: the parser moves the element into the head. */
function withFlow(html: string): string {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? []
  return doctype + FLOW + html.slice(doctype.length)
}
