import { escape } from './html.ts'
import { type OpenApi, type Operation, type Parameter, type Response, type Schema } from './open-api.ts'
import { exampleOf, type Field, fieldsOf, typeOf } from './schema-fields.ts'

/** A group of routes in the contents. */
export interface RouteGroup {
  title: string
  routes: { address: string; title: string }[]
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

/** Renders the API reference of an OpenAPI document. */
export function renderReference(document: OpenApi): ApiReference {
  const groups = (document.tags ?? []).map((tag) => ({ ...tag, routes: routesOf(document, tag.name) }))
  const { info, servers = [] } = document
  const html = `<article class="reference"><h1>API reference</h1>
<p>${inline(info.description ?? '')}</p>
<p>The base URL is <code>${escape(servers[0]?.url ?? '')}</code>. The OpenAPI document is at <a href="/openapi.json">/openapi.json</a> and <a href="/openapi.yaml">/openapi.yaml</a>.</p>
<form class="key" hidden><label for="api-key">API key for the requests on this page</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="tlfy_…" aria-describedby="api-key-note">
<p id="api-key-note">The key is sent in the <code>x-api-key</code> header. It stays in this tab until you close or reload it.</p></form>
${groups.map(({ name, description, routes }) => `<h2 id="${name}">${escape(titleOf(name))}</h2>\n<p>${inline(description ?? '')}</p>\n${routes.map(routeSection).join('\n')}`).join('\n')}
</article>`
  return {
    html,
    groups: groups.map(({ name, routes }) => ({
      title: titleOf(name),
      routes: routes.map((route) => ({
        address: `#${idOf(route)}`,
        title: route.operation.summary ?? route.path,
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

function routeSection(route: Route): string {
  const { method, path, operation } = route
  const { summary = path, description, parameters = [], requestBody } = operation
  const id = idOf(route)
  const responses = Object.entries(operation.responses)
  const body = requestBody?.content[JSON_TYPE]?.schema
  return `<section aria-labelledby="${id}"><h3 id="${id}">${escape(summary)}</h3>
<p class="route"><b>${method}</b> <code>${escape(path)}</code></p>
${description === undefined ? '' : `<p>${inline(description)}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${table(['Name', 'In', 'Type', 'Description'], parameters.map(parameterCells))}`}
${body ? `<h4>Body</h4>${body.description === undefined ? '' : `<p>${inline(body.description)}</p>`}${requestFields(fieldsOf(body))}` : ''}
<h4>Response</h4>${responses
    .filter(([status]) => status < '400')
    .map(([status, response]) => successResponse(status, response))
    .join('')}
${errorResponses(responses.filter(([status]) => status >= '400'))}
${requestForm(route)}</section>`
}

function parameterCells({ name, in: location, required, schema, description = '' }: Parameter): string[] {
  return [code(name), location, escape(typeOf(schema) + (required ? ', required' : '')), inline(description)]
}

function successResponse(status: string, { description, content = {} }: Response): string {
  const otherTypes = Object.keys(content).filter((type) => type !== JSON_TYPE)
  const schema = content[JSON_TYPE]?.schema
  const types =
    otherTypes.length === 0 ? '' : ` ${schema ? 'Also' : 'Type'}: ${otherTypes.map(code).join(', ')}.`
  return `<p><b>${status}</b> ${inline(description)}${types}</p>${schema ? bodyTables(schema) : ''}`
}

/** Returns one table of fields, or one for each alternative of the body. */
function bodyTables(schema: Schema): string {
  if (!schema.anyOf?.some(({ properties }) => properties)) return fieldTable(fieldsOf(schema))
  return schema.anyOf
    .map((part) => `<h5>${escape(part.title ?? 'Alternative')}</h5>${fieldTable(fieldsOf(part))}`)
    .join('')
}

function errorResponses(responses: (readonly [status: string, response: Response])[]): string {
  if (responses.length === 0) return ''
  const rows = responses.map(([status, { description }]) => [`<b>${status}</b>`, inline(description)])
  return `<details><summary>Errors: ${responses.map(([status]) => status).join(', ')}</summary>
${table(['Status', 'Meaning'], rows)}</details>`
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

/** Returns the table of a request's fields, which names the required ones. */
function requestFields(fields: Field[]): string {
  return fieldTable(
    fields.map((field) => (field.isRequired ? { ...field, type: `${field.type}, required` } : field)),
  )
}

function fieldTable(fields: Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, type, description }) => [code(name), escape(type), inline(description)])
  return table(['Field', 'Type', 'Description'], rows)
}

function table(heads: string[], rows: string[][]): string {
  const cells = (row: string[], kind: 'td' | 'th') => row.map((cell) => `<${kind}>${cell}</${kind}>`).join('')
  return `<div class="table" tabindex="0"><table><thead><tr>${cells(heads, 'th')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row, 'td')}</tr>`)
    .join('')}</tbody></table></div>`
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
