// Custom oxlint rules for plain English in comments, names and texts. CONTRIBUTING.md lists the rules.

import { RETIRED_NAMES, RETIRED_WORDS } from './retired-words.js'
import { readVocabulary } from './vocabulary.js'

const QUESTION = /^(?:What|How|Where|Whether|Who|Whom|Whose|Whoever)\b/

/** @param {string} comment Text between the comment's markers. @returns {string} Its first words. */
function firstWords(comment) {
  return comment
    .replace(/^\*?\s*/, '')
    .replaceAll(/^\s*\*\s?/gm, '')
    .trimStart()
    .replace(/^@(?:returns?|param(?:\s+\{.*?\})?\s+\S+)\s+/, '')
    .slice(0, 60)
}

const docComment = {
  meta: { type: 'suggestion' },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue
        const text = firstWords(comment.value)
        if (!QUESTION.test(text)) continue
        context.report({
          loc: comment.loc,
          message: `A doc comment starts with a verb ("Returns") or a noun phrase, not with "${text.split(' ', 1)[0]}".`,
        })
      }
    },
  }),
}

/** @param {string} name @returns {string[]} The words of an identifier in lower case. */
function wordsOf(name) {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
}

/** @param {string} name @returns {string | undefined} The advice for a name that uses a retired word. */
function adviceOn(name) {
  const whole = RETIRED_NAMES.get(name)
  if (whole !== undefined) return whole
  for (const word of wordsOf(name)) {
    const advice = RETIRED_WORDS.get(word)
    if (advice !== undefined) return advice
  }
  return undefined
}

const name = {
  meta: { type: 'suggestion' },
  create: (context) => {
    const report = (node) => {
      const advice = adviceOn(node.name)
      if (advice === undefined) return
      context.report({ node, message: `"${node.name}" is not a term of this project. Use ${advice}.` })
    }
    return { Identifier: report, JSXIdentifier: report, PrivateIdentifier: report }
  },
}

/** Characters. A longer sentence needs a second reading. */
const SENTENCE_MAX = 240

const phrases = readVocabulary().map(([phrase, replacement]) => ({
  pattern: new RegExp(`(?<![\\w-])${phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i'),
  advice: replacement === undefined ? `Avoid "${phrase}".` : `Write "${replacement}" instead of "${phrase}".`,
}))

/** @param {string} text @returns {string | undefined} The first problem of a text that a person may read. */
function problemOf(text) {
  if (!/\w \w/.test(text)) return undefined
  const phrase = phrases.find(({ pattern }) => pattern.test(text))
  if (phrase !== undefined) return phrase.advice
  if (text.includes('<')) return undefined
  const isLong = text.split(/[.?!:;\n]\s/).some((sentence) => sentence.length > SENTENCE_MAX)
  return isLong ? `Split the sentence: it has more than ${SENTENCE_MAX} characters.` : undefined
}

const text = {
  meta: { type: 'suggestion' },
  create: (context) => {
    const check = (node, value) => {
      const message = typeof value === 'string' ? problemOf(value) : undefined
      if (message !== undefined) context.report({ node, message })
    }
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
      JSXText: (node) => check(node, node.value),
    }
  },
}

const plugin = {
  meta: { name: 'language' },
  rules: { 'doc-comment': docComment, name, text },
}

// oxlint-disable-next-line import/no-default-export -- oxlint reads a plugin from the default export.
export default plugin
