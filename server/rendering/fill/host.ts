// The template host: a process of its own, started by hosts.ts with an empty environment and almost no rights.
// It compiles and fills whatever strangers have written, and answers one question at a time.

import { type Fill, check, compile } from './handlebars.ts'
import { ELEMENT_BYTES_MAX, OUTPUT_BYTES_MAX } from './limits.ts'
import { type Answer, type Question, READY } from './messages.ts'

const COMPILED_MAX = 100
const REASON_LENGTH_MAX = 2_000

const compiled = new Map<string, Fill>()
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype]
const untouched = prototypes.map((prototype) => Reflect.ownKeys(prototype).length)

const [uid, gid] = process.argv.slice(2).map(Number)
if (uid !== undefined && gid !== undefined) {
  // Only now: everything is loaded, from folders that this user may not be able to enter.
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

process.on('message', (question: Question) => {
  process.send?.(answer(question))
  // Something reached what all templates share: no other template may ever run here again.
  if (prototypes.some((prototype, index) => Reflect.ownKeys(prototype).length !== untouched[index]))
    process.exit(1)
})
process.on('disconnect', () => process.exit(0))
process.send?.(READY)

function answer(question: Question): Answer {
  try {
    if (question.kind === 'check') {
      check(question.source)
      return { kind: 'done', html: [] }
    }
    const fill = compiledOnce(question)
    return fill ? { kind: 'done', html: fillAll(fill, question.elements) } : { kind: 'source needed' }
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error).slice(0, REASON_LENGTH_MAX) }
  }
}

function fillAll(fill: Fill, elements: string): string[] {
  const data: unknown = JSON.parse(elements)
  if (!Array.isArray(data)) throw new TypeError('The elements are not an array')
  let bytes = 0
  return data.map((element: unknown) => {
    const html = fill(element)
    const length = Buffer.byteLength(html)
    bytes += length
    if (length > ELEMENT_BYTES_MAX) throw new RangeError('one page makes more than 5 MiB of HTML')
    if (bytes > OUTPUT_BYTES_MAX) throw new RangeError('all pages together make more than 20 MiB of HTML')
    return html
  })
}

/** The most recently used are kept; a Map lists its keys in the order in which they were set. */
function compiledOnce({ contentVersion, source }: Question & { kind: 'fill' }): Fill | undefined {
  const fill = compiled.get(contentVersion) ?? (source === undefined ? undefined : compile(source))
  if (!fill) return undefined
  compiled.delete(contentVersion)
  compiled.set(contentVersion, fill)
  const [oldest] = compiled.keys()
  if (compiled.size > COMPILED_MAX && oldest !== undefined) compiled.delete(oldest)
  return fill
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the template failed'
  if (error.message === 'Invalid string length') return 'one page makes more than 5 MiB of HTML'
  if (error.message === 'Maximum call stack size exceeded') return 'partials or data are nested too deeply'
  return error.message
}
