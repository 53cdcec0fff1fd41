// Editors with changes that are not saved, and whether the page's other fields were typed into.
const editors = new Set<string>()
let isTyped = false

/** Notes whether an editor holds unsaved changes. */
export function noteUnsaved(editor: string, isUnsaved: boolean): void {
  if (isUnsaved) editors.add(editor)
  else editors.delete(editor)
}

/** Notes every field of every form that is typed into, without the forms' help. */
export function watchTyping(): void {
  document.addEventListener('input', () => (isTyped = true), { capture: true, passive: true })
}

/** Forgets what was typed: another page is shown. */
export function forgetTyping(): void {
  isTyped = false
}

/** Returns true when an editor holds unsaved changes. */
export function editorsHoldUnsaved(): boolean {
  return editors.size > 0
}

/** Returns true when the page holds something that a person has entered and that may not be saved. */
export function holdsUnsaved(): boolean {
  return isTyped || editors.size > 0
}
