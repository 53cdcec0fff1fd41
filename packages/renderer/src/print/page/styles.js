/**
 * Checks that no rule distinguishes bodies, or has effects from one body on another.
 * @param {HTMLElement[]} bodies
 */
function styleConflict(bodies) {
  const styled = bodies.flatMap((body) => [body, ...body.querySelectorAll('[style]')])
  return (
    firstConflict(allRules(), (rule) => ruleConflict(rule, bodies)) ||
    firstConflict(styled, (element) =>
      declarationConflict(/** @type {HTMLElement} */ (element).style, [element.parentElement]),
    )
  )
}

/**
 * @param {CSSRule} rule
 * @param {HTMLElement[]} bodies
 */
function ruleConflict(rule, bodies) {
  if (rule instanceof CSSStyleRule) {
    if (rule.cssRules.length > 0) return 'a nested rule'
    return (
      selectorConflict(rule.selectorText, bodies) ||
      declarationConflict(rule.style, parentsOf(rule, bodies)) ||
      (rule.selectorText.includes('::') ? generatedContentConflict(rule.style) : '')
    )
  }
  const box = marginBoxStyle(rule)
  if (box) return marginBoxConflict(box)
  if (rule instanceof CSSPageRule && /counter/.test(rule.style.cssText)) return 'a counter'
  return KNOWN_RULES.some((kind) => rule instanceof kind) ? '' : 'an unknown rule'
}

const KNOWN_RULES = [
  CSSFontFaceRule,
  CSSLayerBlockRule,
  CSSLayerStatementRule,
  CSSMediaRule,
  CSSNamespaceRule,
  CSSPageRule,
  CSSPropertyRule,
  CSSSupportsRule,
]

/**
 * Rejects counters that `writePageCounters` cannot replace by a number.
 * @param {CSSStyleDeclaration} style
 */
function marginBoxConflict(style) {
  const rest = outsideStrings(style.content).replace(/counter\(pages?\)|none|normal|\s/g, '')
  return rest === '' && !style.cssText.includes('counter-') ? '' : 'a counter'
}

/**
 * Rejects selectors that depend on bodies being siblings.
 * @param {string} selector
 * @param {HTMLElement[]} bodies
 */
function selectorConflict(selector, bodies) {
  if (!/[+~]|:(?:first|last|only|nth|has|root|is|where|not|empty|scope|target)/.test(selector)) return ''
  if (/:(?:has|is|where|not|scope)\b/.test(selector)) return 'a selector'
  // Attribute values and the arguments of :nth-child() have signs and brackets of their own.
  const plain = selector.replace(/\[[^\]]*\]|\([^)]*\)/g, '')
  if (plain.includes('"')) return 'a selector'
  for (const complex of plain.split(',')) {
    for (const [, before = '', compound = ''] of complex.matchAll(/([+~>\s]*)([^+~>\s]+)/g)) {
      const structural = /:(?:first|last|only|nth)-/.test(compound) || /[+~]/.test(before)
      const simple = compound.replace(/::?[-\w]+/g, '') || '*'
      if (structural && bodies.some((body) => body.matches(simple))) return 'a selector'
    }
  }
  return ''
}

/**
 * Returns the parents of the elements to which a rule applies. The parent of `::before` and `::after` is the element.
 * @param {CSSStyleRule} rule
 * @param {HTMLElement[]} bodies
 */
function parentsOf({ selectorText, style }, bodies) {
  if (style.position === '') return []
  const generated = selectorText.includes('::') && !selectorText.includes(',')
  const selector = selectorText.replace(/::[-\w]+/g, '').replace(/(^|[\s>+~,])(?=[,\s>+~]|$)/g, '$1*')
  const elements = bodies.flatMap((body) => [
    ...(body.matches(selector) ? [body] : []),
    ...body.querySelectorAll(selector),
  ])
  return generated ? elements : elements.map((element) => element.parentElement)
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {(Element | null)[]} parents of the elements that have the style.
 */
function declarationConflict(style, parents) {
  const reason = crossBodyConflict(style)
  if (reason) return reason
  // A number of three digits reaches beyond `SHADOW_REACH_MAX`.
  if (shadows(style).some((value) => /\d{3}(?![^(]*\))|[cm]m|in|p[ct]|em|v[hw]|var/.test(value)))
    return 'a shadow'
  const breaks = ['break-before', 'break-after'].map((name) => style.getPropertyValue(name))
  if (breaks.some((value) => /left|right|recto|verso|var/.test(value))) return 'a break to one side'
  if (!['', 'static', 'relative', 'absolute'].includes(style.position)) return 'a position'
  return style.position === 'absolute' && !parents.every(isPositioned) ? 'a position' : ''
}

/**
 * Returns the values of a style that draw outside of the box: shadows, outlines and filters.
 * @param {CSSStyleDeclaration} style
 */
function shadows(style) {
  const names = [
    'box-shadow',
    'text-shadow',
    'outline-width',
    'outline-offset',
    'filter',
    'border-image-source',
  ]
  return names
    .map((name) => style.getPropertyValue(name))
    .filter((value) => !['', 'none', 'initial', '0px'].includes(value))
}

/**
 * Rejects `::before` and `::after` outside of their element, because generated content cannot be measured.
 * @param {CSSStyleDeclaration} style
 */
function generatedContentConflict(style) {
  const names = [
    'top',
    'right',
    'bottom',
    'left',
    'margin-top',
    'margin-right',
    'margin-bottom',
    'margin-left',
  ]
  const isOutside = names.some((name) => /-\s*[\d.]|\(/.test(style.getPropertyValue(name)))
  const isMoved = ['transform', 'translate', 'scale', 'rotate', 'zoom', 'offset-path'].some(
    (name) => style.getPropertyValue(name) !== '',
  )
  const growsUpwards = !['', 'auto'].includes(style.bottom) && ['', 'auto'].includes(style.top)
  return isOutside || isMoved || growsUpwards ? 'generated content' : ''
}

/**
 * Rejects declarations that count or find elements across bodies. Escapes are rejected too: the value of a variable keeps
 * them, so they could hide such a declaration.
 * @param {CSSStyleDeclaration} style
 */
function crossBodyConflict(style) {
  const match = /counter|quote|sibling-|anchor-name|\\/i.exec(outsideStrings(style.cssText))
  return match ? `${match[0]} in a style` : ''
}

/**
 * Returns whether an absolutely positioned child has this element, or an ancestor within the body, as its containing
 * block. Otherwise it would be positioned on the first sheet.
 * @param {Element | null} parent
 */
function isPositioned(parent) {
  for (let element = parent; element && element.localName !== 'html'; element = element.parentElement)
    if (getComputedStyle(element).position !== 'static') return true
  return false
}

/** @param {string} content */
function outsideStrings(content) {
  return content.replace(/"(?:[^"\\]|\\[^])*"/g, '')
}
