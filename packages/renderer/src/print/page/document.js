// Properties are read through prototypes, because elements with a name can hide them: `<img name="body">` becomes the
// property `body` of its document, and `<input name="children">` the property `children` of its form.

/** @param {Document} of @returns {HTMLElement | undefined} */
function rootOf(of) {
  return Reflect.get(Document.prototype, 'documentElement', of) ?? undefined
}

/** @param {string} name @returns {HTMLElement} */
function newElement(name) {
  return Document.prototype.createElement.call(document, name)
}

/** @param {Document} of @returns {HTMLElement | undefined} */
function bodyOf(of) {
  return Reflect.get(Document.prototype, 'body', of) ?? undefined
}

/**
 * @template {keyof Element} Name
 * @param {Name} name
 * @param {Element} element
 * @returns {Element[Name]}
 */
function property(name, element) {
  return Reflect.get(Element.prototype, name, element)
}

/** @param {HTMLElement} element @returns {CSSStyleDeclaration} */
function styleOf(element) {
  return Reflect.get(HTMLElement.prototype, 'style', element)
}

/** @param {Node} node @returns {HTMLElement | null} */
function parentOf(node) {
  return Reflect.get(Node.prototype, 'parentElement', node)
}

/** @param {Element} element @returns {DOMRect} */
function boxOf(element) {
  return property('getBoundingClientRect', element).call(element)
}

/** @param {Element} element @param {string} selector */
function matches(element, selector) {
  return property('matches', element).call(element, selector)
}

/** @param {Element} element @param {CheckVisibilityOptions} options */
function isVisible(element, options) {
  return property('checkVisibility', element).call(element, options)
}

/** @param {Element} element @param {string} selector */
function closest(element, selector) {
  return property('closest', element).call(element, selector)
}

/** @param {Element} element @param {string} name */
function attributeOf(element, name) {
  return property('getAttribute', element).call(element, name)
}

/** @param {Element} outer @param {Element} inner */
function contains(outer, inner) {
  return property('contains', outer).call(outer, inner)
}
