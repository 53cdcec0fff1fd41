import { SAMPLE_CALLS, type SampleCall, type SampleFile, type SampleValue } from './calls.ts'

/** Sample of a route in one language. */
export interface Sample {
  language: 'curl' | 'typescript' | 'python'
  label: string
  /** Language for the syntax highlighting. */
  highlight: string
  code: string
}

/** Address and API key in samples. */
export interface SampleAccess {
  baseUrl: string
  key: string
}

const WIDTH = 80

/** Writes the samples of a route for all languages that have it. @param route method and path. */
export function writeSamples(route: string, access: SampleAccess): Sample[] {
  const call = SAMPLE_CALLS[route]
  if (!call) throw new Error(`samples/calls.ts has no call for ${route}.`)
  const curl = {
    language: 'curl',
    label: 'curl',
    highlight: 'sh',
    code: curlFor(route, call, access),
  } as const
  if (call.method === undefined) return [curl]
  return [
    curl,
    { language: 'typescript', label: 'TypeScript', highlight: 'ts', code: typeScriptFor(call, access) },
    { language: 'python', label: 'Python', highlight: 'python', code: pythonFor(call, access) },
  ]
}

function curlFor(
  route: string,
  { path = {}, query = {}, body, rows, encodesContent, saves }: SampleCall,
  access: SampleAccess,
): string {
  const [method = 'GET', template = ''] = route.split(' ')
  const filled = template.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(path[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const url = `${access.baseUrl}${filled}${search === '' ? '' : `?${search}`}`
  const usual = body === undefined && rows === undefined ? 'GET' : 'POST'
  return [
    `curl ${method === usual ? '' : `-X ${method} `}'${url}'`,
    ...(template.startsWith('/v1') ? [`-H 'x-api-key: ${access.key}'`] : []),
    ...(body === undefined ? [] : bodyForCurl(body, encodesContent === true)),
    ...(rows === undefined ? [] : linesForCurl(rows)),
    ...(saves === undefined ? [] : [`-o ${saves}`]),
  ].join(' \\\n  ')
}

function bodyForCurl(body: NonNullable<SampleCall['body']>, encodesContent: boolean): string[] {
  if (isFile(body)) return ["-H 'content-type: application/octet-stream'", `--data-binary @${body.file}`]
  const { content, ...fields } = body
  const encoded = encodesContent && typeof content === 'string' ? btoa(content) : content
  const all = {
    ...fields,
    ...(encoded !== undefined && { content: encoded }),
    ...(encodesContent && { contentEncoding: 'base64' }),
  }
  return ["-H 'content-type: application/json'", `-d '${jsonForShell(all)}'`]
}

function linesForCurl(rows: NonNullable<SampleCall['rows']>): string[] {
  const lines = rows.map((row) => JSON.stringify(row)).join('\n')
  return ["-H 'content-type: application/jsonl'", `--data-binary '${lines}'`]
}

/** Writes JSON within single quotes of a shell. The content of a file is inserted by the shell. */
function jsonForShell(value: SampleValue): string {
  return layout(value, {
    atom: (atom) => JSON.stringify(atom).replaceAll("'", String.raw`'\''`),
    file: ({ file, as }) =>
      as === 'json' ? `'"$(cat ${file})"'` : `"'"$(base64 < ${file} | tr -d '\\n')"'"`,
    name: (name) => JSON.stringify(name),
  })
}

function typeScriptFor(call: SampleCall, access: SampleAccess): string {
  const style: Style = {
    atom: (atom) => (typeof atom === 'string' ? quoted(atom) : String(atom)),
    file: ({ file, as }) =>
      as === 'json' ? `JSON.parse(await readFile('${file}', 'utf8'))` : `await readFile('${file}')`,
    name: (name) => name,
    spaced: true,
  }
  const { positional, named } = argumentsOf(call)
  const texts = [
    ...positional.map((value) => layout(value, style)),
    ...(Object.keys(named).length === 0 ? [] : [layout(named, style)]),
  ]
  const start = `await platen.${call.method}`
  const inline = `${start}(${texts.join(', ')})`
  const isLong = texts.length > 1 && inline.length > WIDTH + start.length
  const result = isLong
    ? `${start}(\n${texts.map((text) => `  ${text.replaceAll('\n', '\n  ')},`).join('\n')}\n)`
    : inline
  const files = [...(usesFile(call) ? ['readFile'] : []), ...(call.saves === undefined ? [] : ['writeFile'])]
  return `${files.length === 0 ? '' : `import { ${files.join(', ')} } from 'node:fs/promises'\n`}import { Platen } from '@platen/client'

const platen = new Platen({
  apiKey: '${access.key}',
  baseUrl: '${access.baseUrl}',
})
${statementFor(call, result, { save: (file) => `await writeFile('${file}', ${result})`, bind: (name) => `const ${name} = ${result}`, print: (text) => `console.log(${text})`, field: (name, field) => `${name}.${field}` })}`
}

function pythonFor(call: SampleCall, access: SampleAccess): string {
  const style: Style = {
    atom: (atom) => (typeof atom === 'boolean' ? (atom ? 'True' : 'False') : JSON.stringify(atom)),
    file: ({ file, as }) =>
      as === 'json' ? `json.loads(Path("${file}").read_text())` : `Path("${file}").read_bytes()`,
    name: (name) => JSON.stringify(name),
    indent: '    ',
  }
  const { positional, named } = argumentsOf(call)
  const texts = [
    ...positional.map((value) => layout(value, style)),
    ...Object.entries(named).map(([name, value]) => `${snake(name)}=${layout(value, style)}`),
  ]
  const start = `platen.${snake(call.pythonMethod ?? call.method ?? '')}`
  const inline = `${start}(${texts.join(', ')})`
  const result =
    inline.length <= WIDTH && !inline.includes('\n')
      ? inline
      : `${start}(\n${texts.map((text) => `    ${text.replaceAll('\n', '\n    ')},`).join('\n')}\n)`
  const usesJson = isJsonFile(call)
  const imports = [
    ...(usesJson ? ['import json'] : []),
    ...(usesFile(call) || call.saves !== undefined ? ['from pathlib import Path'] : []),
    ...(usesFile(call) || call.saves !== undefined || usesJson ? [''] : []),
    'from platen import Platen',
  ]
  return `${imports.join('\n')}

platen = Platen(
    api_key="${access.key}",
    base_url="${access.baseUrl}",
)
${statementFor(call, result, { save: (file) => `Path("${file}").write_bytes(${result})`, bind: (name) => `${name} = ${result}`, print: (text) => `print(${text})`, field: (name, field) => (OBJECT_RESULTS.has(call.method ?? '') ? `${name}.${snake(field)}` : `${name}["${field}"]`) })}`
}

/** Methods whose result in Python is an object with attributes. */
const OBJECT_RESULTS: ReadonlySet<string> = new Set(['pdf.generate', 'templates.preview'])

interface Statements {
  save: (file: string) => string
  bind: (name: string) => string
  print: (text: string) => string
  field: (name: string, field: string) => string
}

/** Writes what the sample does with the result. */
function statementFor(
  { prints, saves }: SampleCall,
  result: string,
  { save, bind, print, field }: Statements,
): string {
  if (saves !== undefined) return save(saves)
  if (prints === 'nothing') return result
  if (prints === undefined)
    return result.includes('\n') || result.length > WIDTH
      ? `${bind('result')}\n${print('result')}`
      : print(result)
  return `${bind('result')}\n${print(field('result', prints))}`
}

/** Returns the arguments of a method of the clients. */
function argumentsOf({ path = {}, query = {}, body = {}, rows, positional = [] }: SampleCall): {
  positional: SampleValue[]
  named: Record<string, SampleValue>
} {
  const first: SampleValue[] = Object.values(path)
  if (isFile(body) || positional.includes('body')) return { positional: [...first, body], named: {} }
  const fields: Record<string, SampleValue> = { ...query, ...body, ...(rows && { rows }) }
  return {
    positional: [...first, ...positional.map((name) => fields[name] ?? '')],
    named: Object.fromEntries(Object.entries(fields).filter(([name]) => !positional.includes(name))),
  }
}

interface Style {
  atom: (value: string | number | boolean) => string
  file: (value: SampleFile) => string
  name: (name: string) => string
  /** True for spaces within braces. */
  spaced?: boolean
  indent?: string
}

/** Writes a value on one line if it fits, otherwise its fields on lines of their own. */
function layout(value: SampleValue, style: Style): string {
  if (typeof value !== 'object') return style.atom(value)
  if (isFile(value)) return style.file(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((part: SampleValue) => layout(part, style))
    : Object.entries(value).map(([name, part]) => `${style.name(name)}: ${layout(part, style)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = style.spaced && !isList ? ' ' : ''
  const inline = `${open}${space}${parts.join(', ')}${space}${close}`
  if (inline.length <= WIDTH && !inline.includes('\n')) return inline
  const { indent = '  ' } = style
  return `${open}\n${parts.map((part) => `${indent}${part.replaceAll('\n', `\n${indent}`)}`).join(',\n')}\n${close}`
}

function quoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}

function isFile(value: unknown): value is SampleFile {
  return typeof value === 'object' && value !== null && 'file' in value && 'as' in value
}

function filesIn({ body = {} }: SampleCall): SampleFile[] {
  return isFile(body) ? [body] : Object.values(body).filter(isFile)
}

function usesFile(call: SampleCall): boolean {
  return filesIn(call).length > 0
}

function isJsonFile(call: SampleCall): boolean {
  return filesIn(call).some(({ as }) => as === 'json')
}

function snake(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return words === 'from' ? 'from_' : words
}
