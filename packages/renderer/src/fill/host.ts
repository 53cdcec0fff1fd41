// The template host: a process that hosts.ts starts with an empty environment and almost no rights. It compiles and
// fills untrusted templates, validates data against their schemas, and answers one request at a time.

import Handlebars from 'handlebars'
import { LRUCache } from 'lru-cache'
import { confine } from '../isolation/confine.ts'
import { parseExactJson } from '@platen/template/exact-json'
import { check, type Compiled, compile, HELPERS } from './handlebars.ts'
import { ELEMENT_BYTES_MAX, OUTPUT_BYTES_MAX } from './limits.ts'
import {
  assetUrl,
  type HostResponse,
  type HostRequest,
  type LibraryContents,
  type Sources,
} from './messages.ts'
import { errorPosition } from './error-position.ts'
import { mayRefer } from '@platen/template/references'
import { checkSchema, validate } from './schemas.ts'
import { type ParsedSource, parseSource, requiredPartials } from './library-partials.ts'

/** Compiled templates. A fifth of the memory, so that large templates of one account leave enough for calls of another. */
const COMPILED_MAX = { max: 100, maxSize: 100 * 1024 * 1024 }
/** Sources whose references are cached. */
const PARSED_MAX = { max: 500, maxSize: 32 * 1024 * 1024 }
const REASON_LENGTH_MAX = 2_000

const compiled = new LRUCache<string, Compiled>({ ...COMPILED_MAX, sizeCalculation: ({ weight }) => weight })
const parsedSources = new LRUCache<string, ParsedSource>({
  ...PARSED_MAX,
  sizeCalculation: ({ weight }) => weight,
})

const original = builtInObjects()

process.on('message', (request: HostRequest) => {
  const response = respond(request)
  // A template has changed built-in objects, so further responses of this process could be wrong.
  if (builtInObjects().some((value, index) => value !== original[index])) process.exit(1)
  process.send?.(response)
})
process.on('disconnect', () => process.exit(0))
confine()

/** Returns the properties of all objects that templates share, as a list of names and values. */
function builtInObjects(): unknown[] {
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

function respond(request: HostRequest): HostResponse {
  try {
    if (request.kind === 'check') return respondToCheck(request)
    if (request.kind === 'check schema') {
      checkSchema(request.schema)
      return { kind: 'done', html: [], assets: [] }
    }
    if (request.kind === 'validate') {
      // JSON Schema validates numbers as JavaScript numbers.
      return { kind: 'validated', ...validate({ ...request, elements: elementsIn(request, Number) }) }
    }
    const template = compiledFor(request)
    return 'fill' in template ? fillAll(template, request) : template
  } catch (error) {
    const position = errorPosition(error)
    return {
      kind: 'refused',
      reason: reasonOf(error).slice(0, REASON_LENGTH_MAX),
      ...(position && { position }),
    }
  }
}

function respondToCheck({ source, partial, sources }: HostRequest & { kind: 'check' }): HostResponse {
  check(source)
  if (partial && mayRefer(source)) {
    const needed = requiredPartials(parseSource(source), partial.library, parsedLookup(sources), partial.name)
    if (needed.kind === 'sources needed') return needed
  }
  return { kind: 'done', html: [] }
}

function fillAll(template: Compiled, request: HostRequest & { kind: 'fill' }): HostResponse {
  const { isPreview = false, region, library } = request
  const assets = createAssetUrls(library)
  let bytes = 0
  const html = elementsIn(request, BigInt).map((element, index, elements) => {
    const text = template.fill(element, { isPreview, region, assets })
    const length = Buffer.byteLength(text)
    bytes += length
    if (length > ELEMENT_BYTES_MAX) throw new RangeError(pageLimitMessage(`has ${formatted(length)} bytes`))
    if (bytes > OUTPUT_BYTES_MAX) throw new RangeError(outputLimitMessage(index, elements.length))
    return text
  })
  return { kind: 'done', html, ...(assets.requestedNames.size > 0 && { assets: [...assets.requestedNames] }) }
}

function pageLimitMessage(size: string): string {
  return (
    `The HTML of one page ${size}. The limit is ${formatted(ELEMENT_BYTES_MAX)} (5 MiB). Send less data per element, or ` +
    'store images and fonts as assets instead of writing them into the template.'
  )
}

function outputLimitMessage(fittingCount: number, elements: number): string {
  return (
    `The HTML of all pages is larger than 20 MiB: the first ${fittingCount} of ${elements} elements fit. Send fewer ` +
    'elements in a call, or store images and fonts as assets instead of writing them into the template.'
  )
}

function formatted(count: number): string {
  return count.toLocaleString('en')
}

function elementsIn({ elements }: { elements: string }, convert: (digits: string) => unknown): unknown[] {
  const data = parseExactJson(elements, convert)
  if (!Array.isArray(data)) throw new TypeError('The elements are not an array')
  return data
}

function createAssetUrls(library: LibraryContents | undefined) {
  const versions = new Map(library?.assets)
  const requestedNames = new Set<string>()
  return {
    requestedNames,
    urlOf(name: string): string | undefined {
      const version = versions.get(name)
      if (version === undefined) return undefined
      requestedNames.add(name)
      return assetUrl(name, version)
    },
  }
}

/** Compiles a template once if it uses nothing of the library, else once per set of partials. */
function compiledFor(request: HostRequest & { kind: 'fill' }): Compiled | HostResponse {
  const { contentVersion, source, sources, library } = request
  const plain = compiled.get(contentVersion)
  if (plain) return plain
  const findParsed = parsedLookup(source === undefined ? sources : { ...sources, [contentVersion]: source })
  if (source !== undefined && !mayRefer(source)) return storeCompiled(contentVersion, compile(source))
  const parsed = findParsed(contentVersion)
  if (!parsed) return { kind: 'sources needed', versions: [contentVersion] }
  const { partials: called, dynamic, assets } = parsed.references
  if (called.size === 0 && !dynamic && assets?.size === 0)
    return storeCompiled(contentVersion, compile(parsed.source))
  if (!library) return { kind: 'library needed' }
  const needed = requiredPartials(parsed, library, findParsed)
  if (needed.kind === 'sources needed') return needed
  const { partials } = needed
  // The key includes the partials, because another account may have the same source and other partials.
  const key = [contentVersion, 'with', ...partials.map(({ name, version }) => `${name}:${version}`)].join(' ')
  return (
    compiled.get(key) ??
    storeCompiled(key, compile(parsed.source, { references: parsed.references, partials }))
  )
}

function storeCompiled(key: string, template: Compiled): Compiled {
  compiled.set(key, template)
  return template
}

function parsedLookup(sources: Sources | undefined): (version: string) => ParsedSource | undefined {
  return (version) => {
    const known = parsedSources.get(version)
    const source = sources?.[version]
    if (known || source === undefined) return known
    const parsed = parseSource(source)
    parsedSources.set(version, parsed)
    return parsed
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The template failed.'
  if (error.message === 'Invalid string length')
    return pageLimitMessage('has more than 500 million characters')
  if (error.message === 'Maximum call stack size exceeded') return 'Partials or data are nested too deeply.'
  // The engine's message is about the compiled code, which the author never sees.
  if (error instanceof TypeError)
    return 'a value has the wrong type: an object used as text, data used as a helper, or a helper without its arguments'
  return error.message
}
