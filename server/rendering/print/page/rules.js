/**
 * Every rule of the document's style sheets, those within other rules after these.
 * @throws when one may not be read.
 * @returns {CSSRule[]}
 */
function allRules() {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap(withInner)
}

/** The rules of those sheets that may be read: not of another host's. */
function readableRules() {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].flatMap(withInner)
    } catch {
      return []
    }
  })
}

/**
 * @param {CSSRule} rule
 * @returns {CSSRule[]}
 */
function withInner(rule) {
  const inner = rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule || rule instanceof CSSPageRule
  const imported = rule instanceof CSSImportRule && rule.styleSheet ? [...rule.styleSheet.cssRules] : []
  return [rule, ...(inner ? [...rule.cssRules] : imported).flatMap(withInner)]
}

/**
 * The declarations of a box in a page's margin (CSS Paged Media 3, 4.2), where the rule is one.
 * @param {CSSRule} rule
 * @returns {CSSStyleDeclaration | undefined}
 */
function marginBoxStyle(rule) {
  const isBox = rule.parentRule instanceof CSSPageRule && 'style' in rule
  return isBox ? /** @type {CSSStyleDeclaration} */ (rule.style) : undefined
}
