/**
 * @typedef {{ weight: number, body: string }} PageRule a page rule that matches the first sheet of a document.
 * @typedef {object} Styles
 * @property {string} reason why the document cannot be combined.
 * @property {string} shared the rules that have no effect in a shadow tree.
 * @property {PageRule[]} pages
 * @property {boolean} rewrites whether selectors were rewritten.
 * @property {boolean} breaks whether an element may have a forced break.
 * @property {boolean} percentages whether an element may have a height as a percentage.
 */

/**
 * Reads the style sheets of a combined document and prepares them for its shadow tree. Equal sheets are read once.
 * @param {ShadowRoot} tree
 * @param {Map<string, Styles>} known the sheets that were read, by their texts.
 * @returns {Styles & { texts: string }}
 */
function readStyles(tree, known) {
  const styles = { ...noStyles(), texts: '' }
  styles.percentages = tree.querySelector('[height$="%"]') !== null
  for (const element of tree.querySelectorAll(INLINE))
    if (element instanceof HTMLElement || element instanceof SVGElement)
      readDeclarations(element.style, styles)
  if ([...tree.querySelectorAll(SHEET_LINK)].some((link) => link instanceof HTMLLinkElement && !link.sheet))
    styles.reason ||= 'a style sheet that is not loaded'
  for (const sheet of tree.styleSheets) {
    const source = sheet.href ?? (sheet.ownerNode instanceof Node ? sheet.ownerNode.textContent : '')
    const text = `${sheet.media.mediaText}\n${source}\n`
    let read = known.get(text)
    // Selectors are rewritten in each tree.
    if (!read || read.rewrites) {
      read = noStyles()
      readSheet(sheet, read, 'applies')
      known.set(text, read)
    }
    styles.reason ||= read.reason
    styles.breaks ||= read.breaks
    styles.percentages ||= read.percentages
    styles.shared += read.shared
    styles.pages.push(...read.pages)
    styles.texts += text
  }
  return styles
}

/** @returns {Styles} */
function noStyles() {
  return { reason: '', shared: '', pages: [], rewrites: false, breaks: false, percentages: false }
}

/** @typedef {'applies' | 'is ignored' | 'depends'} Condition whether the rules of a group apply in print. */

/**
 * @param {CSSStyleSheet} sheet
 * @param {Styles} styles
 * @param {Condition} condition
 */
function readSheet(sheet, styles, condition) {
  try {
    const inner = both(condition, mediaCondition(sheet.media.mediaText))
    for (const rule of sheet.cssRules) readRule(rule, styles, inner)
  } catch {
    styles.reason ||= 'a style sheet that cannot be read'
  }
}

/**
 * @param {CSSRule} rule
 * @param {Styles} styles
 * @param {Condition} condition
 */
function readRule(rule, styles, condition) {
  const isShared = SHARED_RULES.some((kind) => rule instanceof kind)
  if (isShared || rule instanceof CSSPageRule) {
    if (condition === 'depends') styles.reason ||= 'a conditional rule'
    if (condition !== 'applies') return
    if (isShared) styles.shared += withAbsoluteUrls(rule)
    if (rule instanceof CSSPageRule) styles.pages.push(...firstPageRules(rule))
  } else if (rule instanceof CSSImportRule) {
    const depends = rule.layerName !== null || rule.supportsText !== null
    if (rule.styleSheet) readSheet(rule.styleSheet, styles, depends ? 'depends' : condition)
  } else if (rule instanceof CSSStyleRule) {
    // Outside of other style rules, `&` means `:root`, which has no match in a shadow tree.
    if (rule.selectorText.replace(TEXTS, '').includes('&') && !isNested(rule))
      styles.reason ||= 'a nesting selector'
    const selector = scoped(rule.selectorText)
    if (selector !== rule.selectorText) {
      rule.selectorText = selector
      styles.rewrites = true
    }
    readDeclarations(rule.style, styles, rule.selectorText.includes('::'))
    for (const inner of rule.cssRules) readRule(inner, styles, condition)
  } else if (rule instanceof CSSNestedDeclarations) readDeclarations(rule.style, styles)
  else if (rule instanceof CSSGroupingRule) {
    if (rule instanceof CSSScopeRule) styles.reason ||= 'a scope'
    const inner = both(condition, conditionOf(rule))
    for (const innerRule of rule.cssRules) readRule(innerRule, styles, inner)
  } else if (!SCOPED_RULES.some((kind) => rule instanceof kind)) styles.reason ||= 'an unknown rule'
}

const TEXTS = /"(?:[^"\\]|\\[^])*"/g

/**
 * Returns whether a rule is in a style rule.
 * @param {CSSRule} rule
 */
function isNested(rule) {
  for (let outer = rule.parentRule; outer; outer = outer.parentRule)
    if (outer instanceof CSSStyleRule) return true
  return false
}

/** Rules that a shadow tree cannot have. */
const SHARED_RULES = [CSSFontFaceRule, CSSPropertyRule, CSSCounterStyleRule]
/** Rules that apply to their own tree. */
const SCOPED_RULES = [CSSKeyframesRule, CSSLayerStatementRule, CSSNamespaceRule]

/** @param {CSSGroupingRule} rule @returns {Condition} */
function conditionOf(rule) {
  if (rule instanceof CSSMediaRule) return mediaCondition(rule.conditionText)
  if (rule instanceof CSSSupportsRule) return CSS.supports(rule.conditionText) ? 'applies' : 'is ignored'
  return 'depends'
}

/**
 * Media types are known before the print. Features, such as a width, are not.
 * @param {string} media
 * @returns {Condition}
 */
function mediaCondition(media) {
  if (media.includes('(')) return 'depends'
  return matchMedia(media).matches ? 'applies' : 'is ignored'
}

/** @param {Condition} one @param {Condition} other @returns {Condition} */
function both(one, other) {
  return one === 'applies' ? other : one === 'is ignored' || other === 'is ignored' ? 'is ignored' : one
}

/**
 * Returns the text of a rule with the addresses of its own style sheet.
 * @param {CSSRule} rule
 */
function withAbsoluteUrls({ cssText, parentStyleSheet }) {
  const base = parentStyleSheet?.href
  if (!base) return cssText
  return cssText.replace(/url\("((?:[^"\\]|\\[^])*)"\)/g, (_, url) => `url("${new URL(url, base).href}")`)
}

/**
 * Rewrites a selector for a shadow tree, where `:root` has no match. `:host` has no match in a document.
 * @param {string} selector
 */
function scoped(selector) {
  return selector.replace(
    /"(?:[^"\\]|\\[^])*"|:(root|scope|host(?:-context)?)(?![-\w])(\(?)/g,
    (text, name, argument) => {
      if (name === undefined) return text
      return name.startsWith('host') ? `:not(*)${argument && ':is('}` : ':nth-child(1 of :where(html))'
    },
  )
}

const INLINE = ['page', 'break', 'animation', 'height', 'fixed', 'blend', 'mask', 'var(']
  .map((name) => `[style*="${name}" i]`)
  .join()

/**
 * @param {CSSStyleDeclaration} style
 * @param {Styles} styles
 * @param {boolean} isGenerated whether the style applies to generated content.
 */
function readDeclarations(style, styles, isGenerated = false) {
  if (!['', 'auto'].includes(style.getPropertyValue('page'))) styles.reason ||= 'a named page'
  const forced = ['break-before', 'break-after'].some(
    (name) => !/^(?:|auto|avoid.*|initial|unset)$/.test(style.getPropertyValue(name)),
  )
  styles.breaks ||= forced
  if (forced && isGenerated) styles.reason ||= 'a break of generated content'
  styles.percentages ||= ['height', 'min-height', 'max-height'].some((name) =>
    /%|var/.test(style.getPropertyValue(name)),
  )
  if (!['', 'normal'].includes(style.mixBlendMode)) styles.reason ||= 'a blend mode'
  if (style.backgroundAttachment.includes('fixed')) styles.reason ||= 'a background of the window'
  // Chromium does not find a mask of a shadow tree when a style sheet refers to it.
  if (/mask[^:]*:[^;]*(?:url|src|image-set|var)\(/.test(style.cssText)) styles.reason ||= 'a mask'
  const animates = !['', 'none', 'initial'].includes(style.animationName)
  if (animates || /animation[^:]*:[^;]*var\(/.test(style.cssText)) styles.reason ||= 'an animation'
}
