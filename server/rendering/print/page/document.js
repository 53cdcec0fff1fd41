// Read through the prototype: `<img name="body">` becomes the property `body` of its document.

/** @param {Document} of @returns {HTMLElement | undefined} */
function rootOf(of) {
  return Reflect.get(Document.prototype, 'documentElement', of) ?? undefined
}
