/**
 * Adds a link that is as wide as the page area. It is in a closed shadow tree outside of the body, so that no style,
 * selector or transform of the document applies to it.
 * @param {{ address: string, height: number }} ruler height in CSS pixels.
 */
function addRuler({ address, height }) {
  const root = rootOf(document)
  if (!root) return
  const host = newElement('platen-ruler')
  const link = newElement('a')
  link.setAttribute('href', address)
  // A fixed element is as wide as the page area, also when the root element has a position and a width of its own.
  const box = { all: 'initial', display: 'block', position: 'fixed', top: '0', left: '0', width: '100%' }
  setStyle(host, { ...box, height: `${height}px`, overflow: 'clip' })
  setStyle(link, { ...box, position: 'absolute', height: '100%' })
  host.attachShadow({ mode: 'closed' }).append(link)
  root.append(host)
  Reflect.set(globalThis, RULER, host)
  // The zoom of the root element would be counted as shrinking.
  setStyle(host, { zoom: String(1 / host.currentCSSZoom) })
}

/** Removes the link. Uses a stored reference, because a script may have moved it or changed its attributes. */
function removeRuler() {
  const host = Reflect.get(globalThis, RULER)
  if (host instanceof Element) host.remove()
  Reflect.deleteProperty(globalThis, RULER)
}

/** Property of the window that stores the ruler. A symbol cannot be hidden by an element with an id or a name. */
const RULER = Symbol.for('platen ruler')

/**
 * @param {HTMLElement} element
 * @param {Record<string, string>} style
 */
function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) styleOf(element).setProperty(name, value, 'important')
}
