// @ts-check
// Sends the requests of the API reference and shows their responses.
import { currentKey } from './key.js'

for (const element of document.querySelectorAll('details.try')) element.removeAttribute('hidden')

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.closest('.reference')) return
  event.preventDefault()
  if (form.dataset['path'] !== undefined) void send(form)
})

/** @param {HTMLFormElement} form */
async function send(form) {
  const button = form.querySelector('button')
  const output = form.querySelector('[role="status"]')
  if (!button || !output) return
  button.disabled = true
  output.replaceChildren('Sending…')
  try {
    const started = performance.now()
    const response = await fetch(...requestOf(form))
    const body = await bodyOf(response)
    const line = document.createElement('p')
    line.textContent = `${response.status} ${response.statusText}, ${Math.round(performance.now() - started)} ms`
    output.replaceChildren(line, body)
  } catch (error) {
    output.replaceChildren(`Cannot send the request: ${String(error)}`)
  }
  button.disabled = false
}

/**
 * @param {HTMLFormElement} form
 * @returns {[string, RequestInit]}
 */
function requestOf(form) {
  const { method = 'GET', path = '' } = form.dataset
  const query = new URLSearchParams()
  const headers = new Headers()
  if (currentKey() !== '') headers.set('x-api-key', currentKey())
  let address = path
  /** @type {string | File | undefined} */
  let body
  for (const field of form.querySelectorAll('input, textarea')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const { name, value } = field
    const fieldLocation = field.dataset['in']
    if (fieldLocation === 'file' && field instanceof HTMLInputElement) body = field.files?.[0]
    else if (fieldLocation === 'body') {
      body = value
      headers.set('content-type', 'application/json')
    } else if (fieldLocation === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && fieldLocation === 'query') query.append(name, value)
    else if (value !== '') headers.set(name, value)
  }
  if (body instanceof File) headers.set('content-type', 'application/octet-stream')
  const search = query.size === 0 ? '' : `?${query.toString()}`
  return [address + search, { method, headers, ...(body !== undefined && { body }) }]
}

/** @param {Response} response */
async function bodyOf(response) {
  const type = response.headers.get('content-type') ?? ''
  if (!/^(application\/json|text\/)/.test(type)) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = ''
    link.textContent = `Download the ${type === '' ? 'body' : type}`
    return link
  }
  const text = await response.text()
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent = type.startsWith('application/json')
    ? JSON.stringify(JSON.parse(text), undefined, 2)
    : text
  return block
}
