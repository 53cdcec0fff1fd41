// @ts-check
// All pages of the documentation: buttons that copy code, alternatives in several languages as tabs, and the openers of
// the search and of the API key.

const LANGUAGE = 'platen.docs.language'
const COPIED_MS = 2_000

for (const block of document.querySelectorAll('.code:not(.output)')) addCopyButton(block)
for (const [index, group] of document.querySelectorAll('.alternatives').entries())
  addTabs(group, `tabs-${index}`)
showLanguage(storedLanguage())
addSearchButton()
addKeyButtons()

// On a small screen the contents cover the page, so a click on a link closes them.
document.querySelector('#contents')?.addEventListener('click', (event) => {
  const contents = event.currentTarget
  if (
    event.target instanceof HTMLAnchorElement &&
    contents instanceof HTMLElement &&
    contents.matches(':popover-open')
  )
    contents.hidePopover()
})

/** @param {Element} block */
function addCopyButton(block) {
  const button = buttonOf('Copy', 'copy')
  button.ariaLive = 'polite'
  button.addEventListener('click', () => {
    const code = block.querySelector('pre')
    if (!code) return
    void copy(code).then((isCopied) => {
      button.textContent = isCopied ? 'Copied' : 'Press Ctrl-C'
      setTimeout(() => (button.textContent = 'Copy'), COPIED_MS)
    })
  })
  block.append(button)
}

/**
 * Copies the text of an element. Without a secure context there is no clipboard, so the text is selected instead.
 * @param {Element} code
 */
async function copy(code) {
  const text = (code.textContent ?? '').trimEnd()
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}

/**
 * @param {Element} group
 * @param {string} id
 */
function addTabs(group, id) {
  const list = document.createElement('div')
  list.role = 'tablist'
  list.ariaLabel = 'Language'
  for (const panel of panelsOf(group)) {
    const tab = buttonOf(panel.dataset['label'] ?? '', 'tab')
    tab.role = 'tab'
    tab.id = `${id}-${panel.dataset['language']}`
    tab.dataset['language'] = panel.dataset['language'] ?? ''
    panel.id = `${tab.id}-panel`
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', tab.id)
    tab.setAttribute('aria-controls', panel.id)
    tab.addEventListener('click', () => choose(tab))
    panel.querySelector('.language')?.remove()
    list.append(tab)
  }
  list.addEventListener('keydown', moveByKey)
  group.prepend(list)
}

/** @param {KeyboardEvent} event */
function moveByKey(event) {
  const list = event.currentTarget
  if (!(list instanceof HTMLElement)) return
  const tabs = tabsIn(list)
  const at = tabs.findIndex((tab) => tab === event.target)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
  const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
  if (!tab) return
  event.preventDefault()
  choose(tab)
  tab.focus()
}

/**
 * Shows the language of a tab in all groups, and keeps the tab where it is on the screen.
 * @param {HTMLElement} tab
 */
function choose(tab) {
  const before = tab.getBoundingClientRect().top
  const language = tab.dataset['language'] ?? ''
  try {
    localStorage.setItem(LANGUAGE, language)
  } catch {
    // Without storage, the choice holds for this page.
  }
  showLanguage(language)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

function storedLanguage() {
  try {
    return localStorage.getItem(LANGUAGE) ?? ''
  } catch {
    return ''
  }
}

/**
 * Shows a language in each group that has it. Others show their first language.
 * @param {string} language
 */
function showLanguage(language) {
  for (const group of document.querySelectorAll('.alternatives')) {
    const panels = panelsOf(group)
    const shown = panels.find((panel) => panel.dataset['language'] === language) ?? panels[0]
    for (const panel of panels) panel.hidden = panel !== shown
    for (const tab of tabsIn(group)) {
      const isShown = tab.dataset['language'] === shown?.dataset['language']
      tab.ariaSelected = String(isShown)
      tab.tabIndex = isShown ? 0 : -1
    }
  }
}

/** Replaces the form of the search, which works without a script, by a button and keys that open the dialog. */
function addSearchButton() {
  const form = document.querySelector('header form')
  const button = buttonOf('Search', 'search-button')
  const hint = document.createElement('kbd')
  hint.textContent = '/'
  button.append(hint)
  button.ariaKeyShortcuts = '/ Control+K'
  button.addEventListener('click', () => void openSearch())
  form?.replaceWith(button)
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
    const isSlash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    if (!isCommand && !isSlash) return
    event.preventDefault()
    void openSearch()
  })
}

/** Opens the dialog of the search, or its page when the dialog cannot be loaded. */
async function openSearch() {
  await import('./search.js').then(
    ({ showSearch }) => showSearch(),
    () => location.assign('/docs/search'),
  )
}

function addKeyButtons() {
  for (const button of document.querySelectorAll('button[data-opens="key"]')) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.hidden = false
    button.addEventListener(
      'click',
      () =>
        void import('./key.js').then(
          ({ showKeyDialog }) => showKeyDialog(),
          () => location.assign('/api-keys'),
        ),
    )
  }
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

/** @param {Element} group */
function panelsOf(group) {
  return Array.from(group.children)
    .filter((child) => child instanceof HTMLElement && 'label' in child.dataset)
    .map((child) => /** @type {HTMLElement} */ (child))
}

/** @param {Element} group */
function tabsIn(group) {
  return Array.from(group.querySelectorAll('[role="tab"]')).filter((tab) => tab instanceof HTMLElement)
}

/**
 * @param {string} text
 * @param {string} name
 */
function buttonOf(text, name) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = name
  button.textContent = text
  return button
}
