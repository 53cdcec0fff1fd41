import { hidePage } from './hide-page.ts'

let showPage: (() => void) | undefined
const listeners = new Set<() => void>()

/** Element that holds the sign-in dialog: beside the page, which is hidden meanwhile. */
export const signInHost = document.createElement('div')
document.body.append(signInHost)

/** State of the dialog that signs a person in again above the page. */
export const signInDialog = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => showPage !== undefined,
  open() {
    showPage ??= hidePage(signInHost)
    notify()
  },
  close() {
    showPage?.()
    showPage = undefined
    notify()
  },
}

function notify(): void {
  for (const listener of listeners) listener()
}

// The page below keeps its dialogs open and gets no shortcuts. Registered before any of its own listeners.
window.addEventListener(
  'keydown',
  (event) => {
    if (showPage === undefined) return
    const isInside = event.target instanceof Node && signInHost.contains(event.target)
    if (!isInside || event.key === 'Escape') event.stopImmediatePropagation()
  },
  { capture: true },
)
