import { hidePage } from './hide-page.ts'

let showPage: (() => void) | undefined
let leaveListener: (() => void) | undefined
const listeners = new Set<() => void>()

/** Element that contains the sign-in dialog, beside the hidden page. */
export const signInHost = document.createElement('div')
document.body.append(signInHost)

/** State of the sign-in dialog above the page. */
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
  /** Calls `listener` when the user leaves the page instead of signing in. */
  onLeave: (listener: () => void) => void (leaveListener = listener),
  leave: () => leaveListener?.(),
}

function notify(): void {
  for (const listener of listeners) listener()
}

// The page below receives no keys, so that its dialogs stay open. Registered before its own listeners.
window.addEventListener(
  'keydown',
  (event) => {
    if (showPage === undefined) return
    const isInside = event.target instanceof Node && signInHost.contains(event.target)
    if (!isInside || event.key === 'Escape') event.stopImmediatePropagation()
  },
  { capture: true },
)
