import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Handlebars from 'handlebars'
import { findClone, readFiles, type Repository, skipWithoutClone } from '../clones.ts'
import { DIFFERENT } from './differences.ts'
import { fillTemplate } from './fill.ts'
import { readCases } from './handlebars-cases.ts'

const CLONES = 'CORPUS_CLONES'

/** Handlebars' own specification, version 4.7.9 (MIT). */
const HANDLEBARS: Repository = {
  name: 'handlebars-lang/handlebars.js',
  commit: 'dce542c9a660048d31f0981ac8a45c08b919bddb',
}
/** The specification of mustache (MIT). */
const MUSTACHE: Repository = { name: 'mustache/spec', commit: '9cb20c3d6ed32f4b800fd9db36b0706aec485b6a' }

/** Returns the text of a filled template, or `undefined` when it fails. */
function textOf(fill: () => string): string | undefined {
  try {
    return fill()
  } catch {
    return undefined
  }
}

describe('specifications of the template language', () => {
  it(
    'have the same results (Handlebars 4.7)',
    { skip: skipWithoutClone(CLONES, HANDLEBARS) },
    async (context) => {
      const files = await readFiles(
        findClone(CLONES, HANDLEBARS) ?? '',
        HANDLEBARS,
        /^spec\/(?:basic|blocks|builtins|data|helpers|partials|regressions|security|strict|subexpressions|whitespace-control)\.js$/,
      )
      const counts = { passed: 0, different: 0, unsupported: 0 }
      const unexpected: string[] = []
      const used = new Set<string>()
      for (const [path, text] of files) {
        const { cases, unsupported } = readCases(path.replace(/^spec\/|\.js$/g, ''), text)
        counts.unsupported += unsupported
        for (const { name, source, input, partials, expected } of cases) {
          const actual = textOf(() => fillTemplate(source, input, partials))
          if (actual === expected) counts.passed += 1
          else if (name in DIFFERENT) {
            counts.different += 1
            used.add(name)
          } else unexpected.push(`${name}: ${JSON.stringify({ source, expected, actual })}`)
        }
      }
      context.diagnostic(`Handlebars: ${JSON.stringify(counts)}`)
      assert.deepEqual(unexpected, [])
      assert.deepEqual(
        Object.keys(DIFFERENT).filter((name) => !used.has(name) && !name.startsWith('mustache ')),
        [],
        'have the expected result',
      )
      assert.ok(counts.passed >= 200, String(counts.passed))
    },
  )

  it(
    'have the same results as in Handlebars (mustache)',
    { skip: skipWithoutClone(CLONES, MUSTACHE) },
    async (context) => {
      const files = await readFiles(findClone(CLONES, MUSTACHE) ?? '', MUSTACHE, /^specs\/.*\.json$/)
      const counts = { passed: 0, notHandlebars: 0, different: 0 }
      const unexpected: string[] = []
      for (const [path, text] of files) {
        const { tests }: { tests: MustacheCase[] } = JSON.parse(text)
        for (const { name, template, data, partials = {}, expected } of tests) {
          const label = `mustache ${path.replace(/^specs\/|\.json$/g, '')} › ${name}`
          const actual = textOf(() => fillTemplate(template, data, partials))
          const original = textOf(() => {
            const environment = Handlebars.create()
            environment.registerPartial(partials)
            return environment.compile(template)(data)
          })
          if (actual === expected) counts.passed += 1
          else if (actual === original) counts.notHandlebars += 1
          else if (label in DIFFERENT) counts.different += 1
          else unexpected.push(`${label}: ${JSON.stringify({ template, expected, original, actual })}`)
        }
      }
      context.diagnostic(`mustache: ${JSON.stringify(counts)}`)
      assert.deepEqual(unexpected, [])
      assert.ok(counts.passed >= 100, String(counts.passed))
    },
  )
})

interface MustacheCase {
  name: string
  template: string
  data: unknown
  partials?: Record<string, string>
  expected: string
}
