/**
 * Whether no rule tells one body from another, or reaches from one into another.
 * @param {HTMLElement[]} bodies
 */
function whyNotStyles(bodies) {
  const styled = bodies.flatMap((body) => [body, ...body.querySelectorAll('[style]')])
  return (
    firstOf(allRules(), (rule) => whyNotRule(rule, bodies)) ||
    firstOf(styled, (element) =>
      whyNotDeclarations(/** @type {HTMLElement} */ (element).style, [element.parentElement]),
    )
  )
}

/**
 * @param {CSSRule} rule
 * @param {HTMLElement[]} bodies
 */
function whyNotRule(rule, bodies) {
  if (rule instanceof CSSStyleRule) {
    if (rule.cssRules.length > 0) return 'a nested rule'
    return (
      whyNotSelector(rule.selectorText, bodies) ||
      whyNotDeclarations(rule.style, around(rule, bodies)) ||
      (rule.selectorText.includes('::') ? whyNotGenerated(rule.style) : '')
    )
  }
  const box = marginBoxStyle(rule)
  if (box) return whyNotMarginBox(box)
  if (rule instanceof CSSPageRule && /counter/.test(rule.style.cssText)) return 'a counter'
  return KNOWN.some((kind) => rule instanceof kind) ? '' : 'an unknown rule'
}

const KNOWN = [
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
 * Refuses what `writePageCounters` cannot write as a number.
 * @param {CSSStyleDeclaration} style
 */
function whyNotMarginBox(style) {
  const rest = outsideStrings(style.content).replace(/counter\(pages?\)|none|normal|\s/g, '')
  return rest === '' && !style.cssText.includes('counter-') ? '' : 'a counter'
}

/**
 * Bodies have become siblings: no selector may see that.
 * @param {string} selector
 * @param {HTMLElement[]} bodies
 */
function whyNotSelector(selector, bodies) {
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
 * What the elements that a rule is for are in; what ::before and its like are in, are elements themselves.
 * @param {CSSStyleRule} rule
 * @param {HTMLElement[]} bodies
 */
function around({ selectorText, style }, bodies) {
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
 * @param {(Element | null)[]} holders what the elements that have it are in.
 */
function whyNotDeclarations(style, holders) {
  const reason = whyNotAcrossBodies(style)
  if (reason) return reason
  // A number of three digits is further than is looked for.
  if (shadows(style).some((value) => /\d{3}(?![^(]*\))|[cm]m|in|p[ct]|em|v[hw]|var/.test(value)))
    return 'a shadow'
  const breaks = ['break-before', 'break-after'].map((name) => style.getPropertyValue(name))
  if (breaks.some((value) => /left|right|recto|verso|var/.test(value))) return 'a break to one side'
  if (!['', 'static', 'relative', 'absolute'].includes(style.position)) return 'a position'
  return style.position === 'absolute' && !holders.every(isPlacing) ? 'a position' : ''
}

/**
 * What is drawn around the elements that have a style.
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
 * What ::before and ::after make is measured by nothing: it may not be led out of its element.
 * @param {CSSStyleDeclaration} style
 */
function whyNotGenerated(style) {
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
  const isLedOut = names.some((name) => /-\s*[\d.]|\(/.test(style.getPropertyValue(name)))
  const isMoved = ['transform', 'translate', 'scale', 'rotate', 'zoom', 'offset-path'].some(
    (name) => style.getPropertyValue(name) !== '',
  )
  const growsUpwards = !['', 'auto'].includes(style.bottom) && ['', 'auto'].includes(style.top)
  return isLedOut || isMoved || growsUpwards ? 'generated content' : ''
}

/**
 * Refuses what counts or finds elements across bodies. A variable holds it as the author wrote it, so anything with
 * an escape is refused, too.
 * @param {CSSStyleDeclaration} style
 */
function whyNotAcrossBodies(style) {
  const found = /counter|quote|sibling-|anchor-name|\\/i.exec(outsideStrings(style.cssText))
  return found ? `${found[0]} in a style` : ''
}

/**
 * Whether an element, or one around it, is what an absolutely placed one within it is placed by: otherwise that
 * would be the first sheet.
 * @param {Element | null} holder
 */
function isPlacing(holder) {
  for (let element = holder; element && element.localName !== 'html'; element = element.parentElement)
    if (getComputedStyle(element).position !== 'static') return true
  return false
}

/** @param {string} content */
function outsideStrings(content) {
  return content.replace(/"(?:[^"\\]|\\[^])*"/g, '')
}
