/** @returns {Iterable<CSSStyleSheet>} the style sheets of the document, which no element with their name hides. */
function styleSheets() {
  return Reflect.get(Document.prototype, 'styleSheets', document)
}

/** Returns the rules of the style sheets that may be read: those of other hosts may not. Nested rules follow their parent. */
function readableRules() {
  return [...styleSheets()].flatMap((sheet) => {
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
 * Returns the declarations of a margin box (CSS Paged Media 3, 4.2). `undefined` for any other rule.
 * @param {CSSRule} rule
 * @returns {CSSStyleDeclaration | undefined}
 */
function marginBoxStyle(rule) {
  const isBox = rule.parentRule instanceof CSSPageRule && 'style' in rule
  return isBox ? /** @type {CSSStyleDeclaration} */ (rule.style) : undefined
}
