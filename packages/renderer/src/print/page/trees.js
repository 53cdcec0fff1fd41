/** Property of the window that stores the documents of a combined document between calls. */
const COMBINED = Symbol.for('platen combined')

/**
 * Returns the documents that the page shows combined: each with the element of its sheet, and with its shadow tree and
 * the host of that. None for any other document.
 * @returns {{ sheet: HTMLElement, host: HTMLElement, tree: ShadowRoot, html: HTMLElement }[]}
 */
function combined() {
  const stored = /** @type {ReturnType<typeof combined>} */ (Reflect.get(globalThis, COMBINED) ?? [])
  return stored.filter(({ sheet }) => sheet.isConnected)
}

/** Returns the texts of the document, or of all documents that the page shows combined. */
function* textNodes() {
  const root = Reflect.get(Document.prototype, 'documentElement', document)
  for (const tree of [root, ...combined().map(({ html }) => html)]) {
    if (!tree) continue
    const walker = Document.prototype.createTreeWalker.call(document, tree, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) yield /** @type {Text} */ (walker.currentNode)
  }
}
