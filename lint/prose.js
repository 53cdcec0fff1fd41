// Checks Markdown for phrases of vocabulary.txt and for long sentences: `node lint/prose.js [file…]`, by default all
// documentation. `npm run check` runs it.

import { glob, readFile } from 'node:fs/promises'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import sentenceLength from 'textlint-rule-sentence-length'
import stopWords from 'textlint-rule-stop-words'
import { readVocabulary } from './vocabulary.js'

const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'examples/**/*.md', 'deploy/**/*.md']
/** Characters. A longer sentence needs a second reading. */
const SENTENCE_MAX = 240

const OPTIONS = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
  rules: [
    {
      ruleId: 'vocabulary',
      rule: stopWords,
      options: { defaultWords: false, words: readVocabulary(), skip: [] },
    },
    { ruleId: 'sentence-length', rule: sentenceLength.default, options: { max: SENTENCE_MAX } },
  ],
}

const kernel = new TextlintKernel()
const named = process.argv.slice(2)
for await (const file of named.length > 0 ? named : glob(PAGES, { exclude: ['**/node_modules/**'] })) {
  const { messages } = await kernel.lintText(await readFile(file, 'utf8'), {
    ...OPTIONS,
    filePath: file,
  })
  for (const { line, column, message, ruleId } of messages)
    console.error(`${file}:${line}:${column} ${message.replaceAll(/\s+/g, ' ')} (${ruleId})`)
  if (messages.length > 0) process.exitCode = 1
}
