/**
 * Writes numbers where the margins of pages would count: Chromium would count the sheets of all elements that it
 * lays out together. `whyNotRule` sees to it that they count by `counter(page)` and `counter(pages)` alone.
 * @param {Record<string, number>} numbers values by the counters' names.
 */
function writePageCounters(numbers) {
  for (const style of allRules().map(marginBoxStyle)) {
    if (!style) continue
    const content = style.content.replace(
      /"(?:[^"\\]|\\[^])*"|counter\((\w+)\)/g,
      (/** @type {string} */ text, /** @type {string | undefined} */ name) =>
        name !== undefined && Object.hasOwn(numbers, name) ? `"${numbers[name]}"` : text,
    )
    if (content !== style.content) style.content = content
  }
}
