let isOpen = false
const listeners = new Set<() => void>()

/** State of the dialog that signs a person in again above the page. */
export const signInDialog = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => isOpen,
  open: () => set(true),
  close: () => set(false),
}

/** Marks the dialog's element. */
export const SIGN_IN_DIALOG = 'sign-in-dialog'

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

// The page below keeps its dialogs open and gets no shortcuts. Registered before any of its own listeners.
window.addEventListener(
  'keydown',
  (event) => {
    if (!isOpen) return
    const isInside = event.target instanceof Element && event.target.closest(`#${SIGN_IN_DIALOG}`) !== null
    if (!isInside || event.key === 'Escape') event.stopImmediatePropagation()
  },
  { capture: true },
)
