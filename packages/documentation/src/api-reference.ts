import { alternatives, type CodeOptions, keyPlaceholder, withAddress } from './code-blocks.ts'
import { escape } from './html.ts'
import { type OpenApi, type Operation, type Parameter, type Response, type Schema } from './open-api.ts'
import { sampleResponse } from './samples/responses.ts'
import { writeSamples } from './samples/write-samples.ts'
import { exampleOf, type Field, fieldsOf, typeOf } from './schema-fields.ts'

/** A group of routes in the contents. */
export interface RouteGroup {
  title: string
  routes: { address: string; title: string; /** Method and path. */ route: string }[]
}

/** The main part of the API reference as HTML, and its contents. */
export interface ApiReference {
  html: string
  groups: RouteGroup[]
}

interface Route {
  method: string
  path: string
  operation: Operation
}

const JSON_TYPE = 'application/json'

/** Text in place of the reader's API key. */
const KEY = 'YOUR_API_KEY'

/** Settings of the API reference. */
export interface ReferenceOptions extends Pick<CodeOptions, 'highlight'> {
  /** Returns the address of the causes and remedies of a status. */
  errorAddress: (status: string) => string
}

/** Renders the API reference of an OpenAPI document. */
export function renderReference(
  document: OpenApi,
  { highlight, errorAddress }: ReferenceOptions,
): ApiReference {
  const code = codeWriter(highlight)
  const baseUrl = document.servers?.[0]?.url ?? ''
  const groups = (document.tags ?? []).map((tag) => ({ ...tag, routes: routesOf(document, tag.name) }))
  const { info } = document
  const html = `<article class="reference"><h1>API reference</h1>
<p>${inline(info.description ?? '')}</p>
<p>The base URL is <code>${escape(baseUrl)}</code>. The OpenAPI document is at <a href="/openapi.json">/openapi.json</a> and <a href="/openapi.yaml">/openapi.yaml</a>.</p>
<p>Send your API key in the header <code>x-api-key</code>. <button type="button" data-opens="key" hidden>Set API key</button></p>
${groups.map(({ name, description, routes }) => `<h2 id="${name}">${escape(titleOf(name))}</h2>\n<p>${inline(description ?? '')}</p>\n${routes.map((route) => routeSection(route, { baseUrl, code, errorAddress })).join('\n')}`).join('\n')}
</article>`
  return {
    html,
    groups: groups.map(({ name, routes }) => ({
      title: titleOf(name),
      routes: routes.map((route) => ({
        address: `#${idOf(route)}`,
        title: route.operation.summary ?? route.path,
        route: `${route.method} ${route.path}`,
      })),
    })),
  }
}

function routesOf({ paths }: OpenApi, tag: string): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation.tags?.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )
}

/** Returns code as HTML, in a block that the script of the page can copy. */
type WriteCode = (code: string, language: string) => string

function codeWriter(highlight: CodeOptions['highlight']): WriteCode {
  return (text, language) => {
    const html = highlight?.(text, language) ?? ''
    return `<div class="code"><pre tabindex="0"><code>${html === '' ? escape(text) : html}</code></pre></div>`
  }
}

function routeSection(
  route: Route,
  {
    baseUrl,
    code,
    errorAddress,
  }: { baseUrl: string; code: WriteCode } & Pick<ReferenceOptions, 'errorAddress'>,
): string {
  const { method, path, operation } = route
  const { summary = path, description, parameters = [], requestBody } = operation
  const id = idOf(route)
  const responses = Object.entries(operation.responses)
  const body = requestBody?.content[JSON_TYPE]?.schema
  return `<section aria-labelledby="${id}"><div class="about"><h3 id="${id}">${escape(summary)}</h3>
<p class="route"><b>${method}</b> <code>${escape(path)}</code></p>
${description === undefined ? '' : `<p>${inline(description)}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${fieldList(parameters.map(parameterField))}`}
${body ? `<h4>Body</h4>${body.description === undefined ? '' : `<p>${inline(body.description)}</p>`}${fieldList(fieldsOf(body))}` : ''}
<h4>Response</h4>${responses
    .filter(([status]) => status < '400')
    .map(([status, response]) => successResponse(status, response))
    .join('')}
${errorResponses(
  responses.filter(([status]) => status >= '400'),
  errorAddress,
)}</div>
<div class="samples">${requestSamples(route, baseUrl, code)}${responseSample(route, baseUrl, code)}${requestForm(route)}</div></section>`
}

function parameterField({ name, in: location, required, schema, description = '' }: Parameter): Field {
  return { name, type: `${typeOf(schema)}, in the ${location}`, isRequired: required === true, description }
}

function successResponse(status: string, { description, content = {} }: Response): string {
  const otherTypes = Object.keys(content).filter((type) => type !== JSON_TYPE)
  const schema = content[JSON_TYPE]?.schema
  const types =
    otherTypes.length === 0 ? '' : ` ${schema ? 'Also' : 'Type'}: ${otherTypes.map(code).join(', ')}.`
  return `<p><b>${status}</b> ${inline(description)}${types}</p>${schema ? bodyFields(schema) : ''}`
}

/** Returns one list of fields, or one for each alternative of the body. */
function bodyFields(schema: Schema): string {
  if (!schema.anyOf?.some(({ properties }) => properties)) return responseFields(schema)
  return schema.anyOf
    .map((part) => `<h5>${escape(part.title ?? 'Alternative')}</h5>${responseFields(part)}`)
    .join('')
}

/** Returns the request in all languages. The script of the page puts the reader's key in. */
function requestSamples({ method, path }: Route, baseUrl: string, code: WriteCode): string {
  const samples = writeSamples(`${method} ${path}`, { baseUrl, key: KEY })
  const all = samples.map(({ language, label, highlight, code: text }) => ({
    language,
    label,
    html: code(text, highlight).replace(KEY, keyPlaceholder(KEY)),
  }))
  return alternatives(all)
}

function responseSample({ method, path }: Route, baseUrl: string, code: WriteCode): string {
  const response = sampleResponse(`${method} ${path}`)
  if (!response) return ''
  const text = withAddress(JSON.stringify(response.body, undefined, 2), baseUrl)
  return `<p class="language">Response ${response.status}</p>${code(text, 'json')}`
}

function errorResponses(
  responses: (readonly [status: string, response: Response])[],
  errorAddress: ReferenceOptions['errorAddress'],
): string {
  if (responses.length === 0) return ''
  const entries = responses.map(([status, { description, content }]) => {
    const example = content?.[JSON_TYPE]?.example
    return `<dt>${status}</dt><dd>${inline(description)} <a href="${errorAddress(status)}">What to do</a>${
      example === undefined
        ? ''
        : `<pre tabindex="0"><code>${escape(JSON.stringify(example, undefined, 2))}</code></pre>`
    }</dd>`
  })
  return `<details><summary>Errors: ${responses.map(([status]) => status).join(', ')}</summary>
<dl class="errors">${entries.join('\n')}</dl></details>`
}

/** Returns the form of a request. It is hidden until the script of the page, which sends it, runs. */
function requestForm({ method, path, operation }: Route): string {
  const { parameters = [], requestBody } = operation
  const id = idOf({ method, path, operation })
  const inputs = parameters.map(({ name, in: location, required }) => {
    const field = `${id}-${location}-${name}`
    return `<label for="${field}">${code(name)}${required ? ' (required)' : ''}</label>
<input id="${field}" name="${escape(name)}" data-in="${location}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}>`
  })
  const json = requestBody?.content[JSON_TYPE]
  if (json) {
    const example = JSON.stringify(json.example ?? exampleOf(json.schema ?? {}), undefined, 2)
    inputs.push(`<label for="${id}-body">Body</label>
<textarea id="${id}-body" data-in="body" rows="${Math.min(16, example.split('\n').length + 1)}" spellcheck="false">${escape(example)}</textarea>`)
  } else if (requestBody) {
    inputs.push(
      `<label for="${id}-file">File</label>\n<input id="${id}-file" type="file" data-in="file" required>`,
    )
  }
  return `<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${escape(path)}">${inputs.join('\n')}
<button type="submit">Send request</button><div role="status"></div></form></details>`
}

/** Returns the fields of a request or a response as a list. */
function fieldList(fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const entries = fields.map(
    ({ name, type, isRequired, description }) =>
      `<div><dt>${code(name)}</dt><dd class="type">${escape(type)}${isRequired ? ', <b>required</b>' : ''}</dd>${description === '' ? '' : `<dd>${inline(description)}</dd>`}</div>`,
  )
  return `<dl class="fields">${entries.join('\n')}</dl>`
}

/** Returns the fields of a response. All of them are present, so none is marked. */
function responseFields(schema: Schema): string {
  return fieldList(fieldsOf(schema).map((field) => ({ ...field, isRequired: false })))
}

function idOf({ method, path }: Route): string {
  return `${method} ${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

function titleOf(tag: string): string {
  return tag === 'pdf' ? 'PDF' : tag.slice(0, 1).toUpperCase() + tag.slice(1)
}

function code(text: string): string {
  return `<code>${escape(text)}</code>`
}

/** Escapes a text and marks its parts between backticks as code. */
function inline(text: string): string {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? code(piece) : escape(piece)))
    .join('')
}
