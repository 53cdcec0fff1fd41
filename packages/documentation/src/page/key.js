// @ts-check
// The API key of the reader in the examples. It is held in the memory of the page only: it is never stored, and a reload
// or another page drops it.

// The dashboard stores the chosen account under this name.
const ACCOUNT = 'platen-account'
const KEY_NAME = 'Documentation'
const NAME_LENGTH_MAX = 100
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
    actions.replaceChildren('This page cannot create a key without a session. ', link, '.')
    return
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Create a test key'
  button.addEventListener('click', () => {
    button.disabled = true
    createKey()
      .then(() => dialog.close())
      .catch((/** @type {unknown} */ error) => {
        button.disabled = false
        status.textContent = error instanceof Error ? error.message : String(error)
      })
  })
  const note = document.createElement('p')
  actions.replaceChildren(button, note)
  try {
    const { name, account } = await ownerOf(token)
    note.textContent = `The key is created in the account ${account}. PDFs of a test key have a TEST label and cost nothing. The key "${name}" expires in one day and replaces an earlier one of this name.`
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
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

/**
 * Returns the name of the user's key, and the account in which it is created.
 * @param {string} token
 */
async function ownerOf(token) {
  const { person, account } = await call(token, 'GET', '/dashboard/api/me')
  return { name: `${KEY_NAME}, ${person.email}`.slice(0, NAME_LENGTH_MAX), account: String(account.email) }
}

/** Creates a test key that lasts one day, shows it, then deletes the earlier ones of this user. */
async function createKey() {
  const token = await sessionToken()
  if (token === undefined) throw new Error('Your session has ended. Sign in to the dashboard and try again.')
  const { name } = await ownerOf(token)
  const { keys } = await call(token, 'GET', '/dashboard/api/keys')
  const created = await call(token, 'POST', '/dashboard/api/keys', {
    name,
    isTest: true,
    expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
  })
  use(String(created.key))
  // An earlier key that cannot be deleted expires within a day.
  for (const earlier of keys)
    if (earlier.isTest && earlier.name === name)
      await call(token, 'DELETE', `/dashboard/api/keys/${earlier.tokenId}`).catch(() => {})
}

/**
 * Calls the dashboard API in the account that is chosen in the dashboard. Without the header, it is the user's own one.
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(token, method, path, body) {
  const account = sessionStorage.getItem(ACCOUNT) ?? localStorage.getItem(ACCOUNT)
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      authorization: `Bearer ${token}`,
      ...(account !== null && { 'x-platen-account': account }),
      ...(body && { 'content-type': 'application/json' }),
    },
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
<input id="api-key" type="text" autocomplete="off" spellcheck="false" placeholder="tlfy_…">
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
