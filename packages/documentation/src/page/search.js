// @ts-check
// Dialog of the search. It is loaded, with the index of all pages, when it is opened.
import { rankPassages, splitAtWords, wordsOf } from './ranking.js'

/** @import { IndexedPage, SearchResult } from './ranking.js' */

const SHOWN_MAX = 12

/** @type {readonly IndexedPage[]} */
let pages = []
let active = 0
const { dialog, input, list, status } = createDialog()

/** Opens the search. */
export function showSearch() {
  if (!dialog.open) dialog.showModal()
  input.select()
  if (pages.length > 0) return
  status.textContent = 'Loading…'
  fetch('/docs/search.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`The service answered ${response.status}.`)
      pages = await response.json()
      showResults()
    })
    .catch((/** @type {unknown} */ error) => {
      status.textContent = `The search cannot be loaded. ${error instanceof Error ? error.message : ''} Try again.`
    })
}

function showResults() {
  if (pages.length === 0) return
  const words = wordsOf(input.value)
  const results = rankPassages(input.value, pages).slice(0, SHOWN_MAX)
  list.replaceChildren(...results.map((result, index) => optionOf(result, words, index)))
  status.textContent =
    words.length === 0
      ? 'Type words, for example "page numbers" or "402".'
      : results.length === 0
        ? 'No page contains all of these words.'
        : ''
  activate(0)
}

/**
 * @param {SearchResult} result
 * @param {readonly string[]} words
 * @param {number} index
 */
function optionOf({ heading, title, address, anchor, excerpt }, words, index) {
  const option = document.createElement('a')
  option.role = 'option'
  option.id = `result-${index}`
  option.tabIndex = -1
  option.href = `${address}#${anchor}`
  // On the same page, the browser only scrolls.
  option.addEventListener('click', () => dialog.close())
  option.addEventListener('pointermove', () => activate(index))
  option.append(
    lineOf('strong', heading, words),
    heading === title ? '' : lineOf('span', title, []),
    lineOf('small', excerpt, words),
  )
  return option
}

/**
 * @param {string} tag
 * @param {string} text
 * @param {readonly string[]} words
 */
function lineOf(tag, text, words) {
  const line = document.createElement(tag)
  line.append(
    ...splitAtWords(text, words).map((piece, index) => {
      if (index % 2 === 0) return piece
      const mark = document.createElement('mark')
      mark.textContent = piece
      return mark
    }),
  )
  return line
}

/** @param {number} index */
function activate(index) {
  active = index
  for (const [at, option] of Array.from(list.children).entries()) option.ariaSelected = String(at === index)
  const option = list.children[index]
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
  input.ariaExpanded = String(option !== undefined)
}

/** @param {KeyboardEvent} event */
function moveByKey(event) {
  const count = list.children.length
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && count > 0) {
    event.preventDefault()
    activate((active + step + count) % count)
    list.children[active]?.scrollIntoView({ block: 'nearest' })
  } else if (event.key === 'Enter') {
    event.preventDefault()
    const option = list.children[active]
    if (option instanceof HTMLAnchorElement) option.click()
  }
}

function createDialog() {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.ariaLabel = 'Search the documentation'
  const input = document.createElement('input')
  // In a field of type search, Escape would clear the text instead of closing the dialog.
  Object.assign(input, {
    type: 'text',
    enterKeyHint: 'go',
    role: 'combobox',
    placeholder: 'Search',
    maxLength: 200,
    autocomplete: 'off',
  })
  input.ariaLabel = 'Search the documentation'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', 'results')
  const list = document.createElement('div')
  Object.assign(list, { id: 'results', role: 'listbox', className: 'results' })
  list.ariaLabel = 'Results'
  const status = document.createElement('p')
  status.role = 'status'
  const keys = document.createElement('p')
  keys.className = 'keys'
  keys.textContent = '↑ ↓ select · Enter opens · Escape closes'
  dialog.append(input, status, list, keys)
  document.body.append(dialog)
  input.addEventListener('input', showResults)
  input.addEventListener('keydown', moveByKey)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return { dialog, input, list, status }
}
