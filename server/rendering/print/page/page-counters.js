/**
 * Writes numbers where the margins of pages would count: Chromium counts what it lays out, which may be more
 * than what is kept of it, or more than the sheets of one element.
 * @param {Record<string, number>} numbers values by the counters' names.
 */
function writePageCounters(numbers) {
  for (const rule of allRules()) {
    const style = marginBoxStyle(rule)
    const content = style?.content.replace(
      /"(?:[^"\\]|\\[^])*"|counter\((\w+)\)/g,
      (/** @type {string} */ text, /** @type {string | undefined} */ name) =>
        name !== undefined && Object.hasOwn(numbers, name) ? `"${numbers[name]}"` : text,
    )
    if (style && content !== undefined && content !== style.content) style.content = content
  }
}
