/**
 * Refuses references within a document: in one document for all, each would lead to the first element with that
 * id or name. The decision is about the targets, because a reference has too many spellings. An HTML element may
 * have an id as long as no attribute holds it: neither CSS nor SVG can show an HTML element by its id. In drawings,
 * only gradients may have ids.
 * @param {HTMLElement[]} bodies each in a document of its own.
 */
function whyNotReferences(bodies) {
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
  return firstOf([...drawn], (id) => whyNotGradient(bodies, id))
}

/**
 * Tells whether an attribute, of whatever name, holds one of the names.
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
 * Whether an id stands for the same gradient in each body. What a gradient inherits depends on what it is in.
 * @param {HTMLElement[]} bodies
 * @param {string} id
 */
function whyNotGradient(bodies, id) {
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
