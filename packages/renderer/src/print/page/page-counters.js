/**
 * Replaces counters in margin boxes by numbers: Chromium would count the sheets of the whole combined document.
 * `marginBoxConflict` rejects all counters but `counter(page)` and `counter(pages)`.
 * @param {Record<string, number>} numbers values by the names of the counters.
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
