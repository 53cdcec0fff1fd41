// Ids of editors with unsaved changes, and whether a field of the page has received input.
const editors = new Set<string>()
let hasInput = false

/** Records whether an editor has unsaved changes. */
export function setUnsaved(editor: string, isUnsaved: boolean): void {
  if (isUnsaved) editors.add(editor)
  else editors.delete(editor)
}

/** Records input into any field of the page. */
export function trackTyping(): void {
  document.addEventListener('input', () => (hasInput = true), { capture: true, passive: true })
}

/** Resets the record of input, after navigation to another page. */
export function resetTyping(): void {
  hasInput = false
}

/** Returns true when an editor has unsaved changes. */
export function hasUnsavedEditors(): boolean {
  return editors.size > 0
}

/** Returns true when the page may have input that is not saved. */
export function hasUnsavedInput(): boolean {
  return hasInput || editors.size > 0
}
