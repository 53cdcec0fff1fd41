// @ts-check
// The API key of the reader in the examples. It is held in the memory of the page only: it is never stored, and a reload
// or another page drops it.

const KEY_NAME = 'Documentation'
const LIFETIME_MS = 86_400_000

/** @type {string} */
let key = ''
const { dialog, input, status, actions } = createDialog()

// The browser may keep a page that was left, with its text.
addEventListener('pagehide', () => use(''))

/** Returns the key of the reader, or an empty text. */
export function currentKey() {
  return key
}

/** Opens the dialog in which the reader sets the key. */
export function showKeyDialog() {
  status.textContent = ''
  dialog.showModal()
  void showActions()
}

/**
 * Shows a key in all examples.
 * @param {string} text
 */
function use(text) {
  key = text
  input.value = text
  for (const element of document.querySelectorAll('[data-key]')) {
    if (!(element instanceof HTMLElement)) continue
    element.dataset['key'] ||= element.textContent ?? ''
    element.textContent = text === '' ? element.dataset['key'] : text
  }
  for (const button of document.querySelectorAll('button[data-opens="key"]'))
    button.textContent = text === '' ? 'Set API key' : `Key …${text.slice(-4)}`
}

/** Offers what the session of this browser allows. */
async function showActions() {
  const token = await sessionToken()
  if (token === undefined) {
    const link = document.createElement('a')
    link.href = '/api-keys'
    link.textContent = 'Create a key in the dashboard'
    actions.replaceChildren('You are not signed in here. ', link, '.')
    return
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Create a test key'
  button.addEventListener('click', () => {
    button.disabled = true
    createKey()
      .then((created) => {
        use(created)
        dialog.close()
      })
      .catch((/** @type {unknown} */ error) => {
        button.disabled = false
        status.textContent = error instanceof Error ? error.message : String(error)
      })
  })
  const note = document.createElement('p')
  note.textContent = `PDFs of a test key have a TEST label and cost nothing. The key "${KEY_NAME}" expires in one day and replaces an earlier one of this name.`
  actions.replaceChildren(button, note)
}

/** Returns a token of the session that is signed in to the dashboard in this browser. */
async function sessionToken() {
  try {
    const response = await fetch('/dashboard/auth/token', { credentials: 'same-origin' })
    if (!response.ok) return undefined
    const { token } = await response.json()
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}

/** Creates a test key that lasts one day, then deletes earlier ones of this page. */
async function createKey() {
  const token = await sessionToken()
  if (token === undefined) throw new Error('Your session has ended. Sign in to the dashboard and try again.')
  const { keys } = await call(token, 'GET', '/dashboard/api/keys')
  const created = await call(token, 'POST', '/dashboard/api/keys', {
    name: KEY_NAME,
    isTest: true,
    expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
  })
  for (const { tokenId, name, isTest } of keys)
    if (isTest && name === KEY_NAME) await call(token, 'DELETE', `/dashboard/api/keys/${tokenId}`)
  return String(created.key)
}

/**
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(token, method, path, body) {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

function createDialog() {
  const dialog = document.createElement('dialog')
  dialog.className = 'key'
  dialog.setAttribute('aria-labelledby', 'key-title')
  // A constant text without any input.
  dialog.innerHTML = `<h2 id="key-title">API key in the examples</h2>
<p>The key is shown in the examples of this page and sent by its requests. It is not stored: it disappears when you leave or reload the page.</p>
<div class="actions"></div>
<form><label for="api-key">Or paste a key</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="tlfy_…">
<p class="buttons"><button type="submit">Use this key</button> <button type="button" class="plain" data-closes>Cancel</button></p></form>
<p role="status"></p>`
  const [input, form, actions, status, cancel] = [
    'input',
    'form',
    '.actions',
    '[role="status"]',
    '[data-closes]',
  ].map((selector) => dialog.querySelector(selector))
  if (!(input instanceof HTMLInputElement) || !form || !actions || !status || !cancel)
    throw new Error('The dialog of the key is incomplete')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    use(input.value.trim())
    dialog.close()
  })
  cancel.addEventListener('click', () => dialog.close())
  document.body.append(dialog)
  return { dialog, input, status, actions }
}
