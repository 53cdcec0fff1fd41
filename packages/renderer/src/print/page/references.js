/**
 * Rejects references within a document: in a combined document, each would point to the first element with that id or
 * name. References have too many forms to be found, so their targets are checked:
 * - No attribute may contain the id or name of a target.
 * - A style sheet can also refer to an element of a drawing by its id, but not to an HTML element. In drawings, only
 *   gradients that are equal in all bodies may have ids.
 * @param {HTMLElement[]} bodies each still in its own document.
 */
function referenceConflict(bodies) {
  if (bodies.some((body) => body.querySelector('[*|href*="#"]'))) return 'a link within the document'
  const targets = bodies.flatMap((body) => [
    ...body.ownerDocument.querySelectorAll('[id]'),
    ...body.querySelectorAll('[name]'),
  ])
  if (targets.length === 0) return ''
  const names = new Set(
    targets.flatMap(({ id, attributes }) => [id, attributes.getNamedItem('name')?.value]).filter(Boolean),
  )
  if (bodies.some((body) => mayReferTo(body, names))) return 'a reference'
  const drawn = new Set(targets.filter((target) => !(target instanceof HTMLElement)).map(({ id }) => id))
  if (drawn.size > 0 && allRules().some(isPositional)) return 'a selector of a drawing'
  return firstConflict([...drawn], (id) => gradientConflict(bodies, id))
}

/**
 * Returns whether any attribute contains one of the names.
 * @param {HTMLElement} body
 * @param {Set<string | undefined>} names
 */
function mayReferTo(body, names) {
  return [body, ...body.querySelectorAll('*')].some((element) =>
    [...element.attributes].some(
      ({ name, value }) => !PLAIN_TEXTS.has(name) && value.split(/[\s#]+/).some((word) => names.has(word)),
    ),
  )
}

/** Attributes that name or describe their own element. */
const PLAIN_TEXTS = new Set(['id', 'name', 'class', 'style', 'alt', 'title'])

/** @param {CSSRule} rule */
function isPositional(rule) {
  return rule instanceof CSSStyleRule && /[+~]|:(?:nth|first|last|only)-/.test(rule.selectorText)
}

/**
 * Checks that an id is that of the same gradient in each body, within the same ancestors, from which it inherits.
 * @param {HTMLElement[]} bodies
 * @param {string} id
 */
function gradientConflict(bodies, id) {
  const texts = bodies.map((body) => {
    const target = body.querySelector(`[id="${CSS.escape(id)}"]`)
    if (!target?.matches('linearGradient, radialGradient')) return ''
    let text = target.outerHTML
    for (let around = target.parentElement; around && around !== body; around = around.parentElement)
      text += around.localName + attributesOf(around)
    return /userSpaceOnUse/i.test(text) ? '' : text
  })
  return texts.every((text) => text !== '' && text === texts[0]) ? '' : 'a reference'
}
