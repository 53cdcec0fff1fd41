// The template host: a process of its own, started by hosts.ts with an empty environment and almost no rights.
// It compiles and fills whatever strangers have written, and answers one question at a time.

import { setPriority } from 'node:os'
import Handlebars from 'handlebars'
import { check, type Compiled, compile, HELPERS } from './handlebars.ts'
import { ELEMENT_BYTES_MAX, OUTPUT_BYTES_MAX } from './limits.ts'
import { type Answer, type Question, READY } from './messages.ts'

const COMPILED_MAX = 100
/** A fifth of the memory: nobody's large templates may take the room that another's call needs. */
const COMPILED_BYTES_MAX = 100 * 1024 * 1024
const REASON_LENGTH_MAX = 2_000

const compiled = new Map<string, Compiled>()

const [uid, gid] = process.argv.slice(2).map(Number)
if (uid !== undefined && gid !== undefined) {
  // Only now: everything is loaded, from folders that this user may not be able to enter.
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

// Of a busy processor a third of what the service and its database get: however many of us loop, they go on.
setPriority(5)

const untouched = shared()

process.on('message', (question: Question) => {
  const reply = answer(question)
  // Something reached what all templates share: nothing may ever come from here again.
  if (shared().some((value, index) => value !== untouched[index])) process.exit(1)
  process.send?.(reply)
})
process.on('disconnect', () => process.exit(0))
process.send?.(READY)

/** Everything that is the same for all templates, as a list of names and values. */
function shared(): unknown[] {
  const objects = [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    String.prototype,
    Number.prototype,
    RegExp.prototype,
    Handlebars.SafeString.prototype,
    Handlebars.Utils,
    HELPERS,
  ]
  return objects.flatMap((object) =>
    Reflect.ownKeys(object).flatMap((key): unknown[] => [
      key,
      ...Object.values(Object.getOwnPropertyDescriptor(object, key) ?? {}),
    ]),
  )
}

function answer(question: Question): Answer {
  try {
    if (question.kind === 'check') {
      check(question.source)
      return { kind: 'done', html: [] }
    }
    const template = compiledOnce(question)
    return template ? { kind: 'done', html: fillAll(template, question) } : { kind: 'source needed' }
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error).slice(0, REASON_LENGTH_MAX) }
  }
}

function fillAll(template: Compiled, { elements, isPreview = false }: Question & { kind: 'fill' }): string[] {
  const data: unknown = JSON.parse(elements)
  if (!Array.isArray(data)) throw new TypeError('The elements are not an array')
  let bytes = 0
  return data.map((element: unknown) => {
    const html = template.fill(element, isPreview)
    const length = Buffer.byteLength(html)
    bytes += length
    if (length > ELEMENT_BYTES_MAX) throw new RangeError('one page makes more than 5 MiB of HTML')
    if (bytes > OUTPUT_BYTES_MAX) throw new RangeError('all pages together make more than 20 MiB of HTML')
    return html
  })
}

/** The most recently used are kept; a Map lists its keys in the order in which they were set. */
function compiledOnce({ contentVersion, source }: Question & { kind: 'fill' }): Compiled | undefined {
  const template = compiled.get(contentVersion) ?? (source === undefined ? undefined : compile(source))
  if (!template) return undefined
  compiled.delete(contentVersion)
  compiled.set(contentVersion, template)
  let weight = compiled.values().reduce((sum, one) => sum + one.weight, 0)
  for (const [version, one] of compiled) {
    if (compiled.size <= COMPILED_MAX && weight <= COMPILED_BYTES_MAX) break
    compiled.delete(version)
    weight -= one.weight
  }
  return template
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the template failed'
  if (error.message === 'Invalid string length') return 'one page makes more than 5 MiB of HTML'
  if (error.message === 'Maximum call stack size exceeded') return 'partials or data are nested too deeply'
  // The engine's words for it are about Handlebars' code, which its author never sees.
  if (error instanceof TypeError)
    return 'a value is used as what it is not: an object as text, data as a helper, or a helper without its arguments'
  return error.message
}
