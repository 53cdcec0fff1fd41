// Custom oxlint rule: a regular expression must take time that is linear in the length of the text. recheck proves it. Its
// JavaScript build gives the same verdict on every machine.

import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import recheck from 'recheck/lib/browser.js'

// The verdict must not depend on the load of the machine, so the only time limit is far above the time of any pattern.
const OPTIONS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null }
/** Verdicts are cached between runs, because all of them take about 20 s. */
const CACHE = fileURLToPath(
  new URL('../node_modules/.cache/linear-patterns-recheck-4.5.0.jsonl', import.meta.url),
)

const verdicts = readCache()

/** @returns {Map<string, string | null>} Problem of each pattern, or null. */
function readCache() {
  try {
    return new Map(
      readFileSync(CACHE, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  } catch {
    return new Map()
  }
}

/**
 * @param {string} source
 * @param {string} flags
 */
function verdictOn(source, flags) {
  const key = `${flags}/${source}`
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = judge(source, flags)
  verdicts.set(key, verdict)
  mkdirSync(dirname(CACHE), { recursive: true })
  appendFileSync(CACHE, `${JSON.stringify([key, verdict])}\n`)
  return verdict
}

/**
 * @param {string} source
 * @param {string} flags
 */
function judge(source, flags) {
  const { status, complexity, attack, error } = recheck.checkSync(source, flags, OPTIONS)
  if (status === 'safe') return null
  if (status === 'unknown')
    return `recheck cannot determine the time of this pattern (${error.kind}). Simplify it.`
  return `This pattern takes ${complexity.summary} time, for example with ${attack.pattern}.`
}

const linear = {
  meta: { type: 'problem' },
  /** @param {any} context */
  create(context) {
    /** @param {any} node @param {string} source @param {string} flags */
    const check = (node, source, flags) => {
      const message = verdictOn(source, flags)
      if (message !== null) context.report({ node, message })
    }
    /** @param {any} node */
    const checkConstructed = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const [pattern, flags] = node.arguments
      if (isText(pattern) && (flags === undefined || isText(flags)))
        check(node, pattern.value, flags?.value ?? '')
      else
        context.report({
          node,
          message: 'A pattern that is built at run time cannot be checked. Use a literal.',
        })
    }
    return {
      /** @param {any} node */
      Literal(node) {
        if (node.regex) check(node, node.regex.pattern, node.regex.flags)
      },
      NewExpression: checkConstructed,
      CallExpression: checkConstructed,
      // Pattern in a JSON Schema, which is compiled with the flag u.
      /** @param {any} node */
      Property(node) {
        if (node.key.name === 'pattern' && isText(node.value)) check(node.value, node.value.value, 'u')
      },
    }
  },
}

/** @param {any} node */
function isText(node) {
  return node?.type === 'Literal' && typeof node.value === 'string'
}

// oxlint-disable-next-line import/no-default-export -- oxlint reads a plugin from the default export.
export default { meta: { name: 'patterns' }, rules: { linear } }
