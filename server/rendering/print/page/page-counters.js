/**
 * Writes numbers where the margins of pages would count: Chromium counts what it lays out, which may be more
 * than what is kept of it, or more than the sheets of one element.
 * @param {Record<string, number>} numbers values by the counters' names.
 * @returns {string[]} what was there before, for `restorePageCounters`.
 */
function writePageCounters(numbers) {
  const styles = marginBoxStyles()
  const before = styles.map(({ content }) => content)
  for (const style of styles) {
    const content = style.content.replace(
      /"(?:[^"\\]|\\[^])*"|counter\((\w+)\)/g,
      (/** @type {string} */ text, /** @type {string | undefined} */ name) =>
        name !== undefined && Object.hasOwn(numbers, name) ? `"${numbers[name]}"` : text,
    )
    if (content !== style.content) style.content = content
  }
  return before
}

/** @param {string[]} contents */
function restorePageCounters(contents) {
  for (const [at, style] of marginBoxStyles().entries()) style.content = contents[at] ?? ''
}

function marginBoxStyles() {
  return readableRules()
    .map(marginBoxStyle)
    .filter((style) => style !== undefined)
}
