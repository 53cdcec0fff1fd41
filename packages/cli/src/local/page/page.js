// @ts-check
/** @typedef {import('../state.ts').State} State */

const CSS_PIXELS_PER_POINT = 96 / 72

/** @type {<Kind extends HTMLElement>(selector: string, kind: new () => Kind) => Kind} */
const at = (selector, kind) => {
  const element = document.querySelector(selector)
  if (element instanceof kind) return element
  throw new TypeError(`The page has no ${selector}`)
}

const parts = {
  file: at('#file', HTMLElement),
  status: at('#status', HTMLElement),
  pdf: at('#pdf', HTMLAnchorElement),
  problem: at('#problem', HTMLElement),
  position: at('#position', HTMLElement),
  message: at('#message', HTMLElement),
  detail: at('#detail', HTMLElement),
  excerpt: at('#excerpt', HTMLElement),
  warnings: at('#warnings', HTMLElement),
  summary: at('#warnings summary', HTMLElement),
  list: at('#warnings ul', HTMLElement),
  sheets: at('#sheets', HTMLElement),
}
let shownVersion = -1

const events = new EventSource('/events')
events.addEventListener('message', ({ data }) => show(JSON.parse(data)))
// EventSource reconnects by itself when the preview is back.
events.addEventListener('error', () => {
  parts.status.textContent = 'platen dev has stopped. Start it again and this page reconnects.'
})

/** @param {State} state */
function show(state) {
  const { template, data, document: shown, problem, isRendering } = state
  document.title = `${problem ? '✗ ' : ''}${template} – Platen`
  parts.file.textContent = data === null ? template : `${template} with ${data}`
  parts.status.textContent = isRendering
    ? shown
      ? 'Rendering…'
      : 'Starting Chromium…'
    : problem
      ? 'Not rendered'
      : shown
        ? formatSummary(shown)
        : ''
  parts.pdf.hidden = !shown
  parts.problem.hidden = !problem
  if (problem) showProblem(problem)
  parts.sheets.classList.toggle('old', problem !== null)
  if (!shown) return
  parts.warnings.hidden = shown.warnings.length === 0
  parts.summary.textContent = formatCount(shown.warnings.length, 'warning')
  parts.list.replaceChildren(...shown.warnings.map(warningItem))
  if (shown.version === shownVersion) return
  shownVersion = shown.version
  showSheets(shown)
}

/** @param {NonNullable<State['document']>} shown */
function formatSummary({ pages, sheets, scale, flow, ms }) {
  const size = scale === 1 ? '100 %' : `scaled to ${Math.floor(scale * 100)} %`
  const figures = [formatCount(pages, 'page'), formatCount(sheets.length, 'sheet'), flow, size, `${ms} ms`]
  return figures.filter((figure) => figure !== '').join(' · ')
}

/** @param {NonNullable<State['problem']>} problem */
function showProblem({ file, line, column, message, detail = '', excerpt }) {
  parts.position.textContent = line === undefined ? file : `${file}:${line}:${column}`
  parts.message.textContent = message
  parts.detail.textContent = detail
  parts.excerpt.replaceChildren()
  const width = String(excerpt?.lines.at(-1)?.number ?? '').length
  for (const { number, text } of excerpt?.lines ?? []) {
    const isErrorLine = number === excerpt?.line
    const line = document.createElement(isErrorLine ? 'mark' : 'span')
    const arrow = isErrorLine ? `${' '.repeat(width)} | ${' '.repeat((excerpt?.column ?? 1) - 1)}^\n` : ''
    line.textContent = `${String(number).padStart(width)} | ${text}\n${arrow}`
    parts.excerpt.append(line)
  }
}

/**
 * Updates the pictures in place, so that the scroll position does not change. @param {NonNullable<State['document']>}
 * shown
 */
function showSheets({ sheets, version }) {
  while (parts.sheets.children.length > sheets.length) parts.sheets.lastElementChild?.remove()
  sheets.forEach(({ width, height }, index) => {
    const known = parts.sheets.children[index]
    const picture = known instanceof HTMLImageElement ? known : document.createElement('img')
    picture.loading = 'lazy'
    picture.alt = `Sheet ${index + 1}`
    picture.width = Math.round(width * CSS_PIXELS_PER_POINT)
    picture.height = Math.round(height * CSS_PIXELS_PER_POINT)
    picture.src = `/sheets/${index}.png?version=${version}`
    if (picture !== known) parts.sheets.append(picture)
  })
}

/** @param {NonNullable<State['document']>['warnings'][number]} warning */
function warningItem(warning) {
  const item = document.createElement('li')
  item.textContent = warning.words
  return item
}

/** @param {number} count @param {string} what */
function formatCount(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
