/** Texts of a confirmation dialog. */
export interface ConfirmOptions {
  title: string
  /** Describes the effect and names the object. Line breaks are shown. */
  message: string
  /** Label of the button that confirms: a verb and a noun. */
  confirmLabel: string
  danger?: boolean
  /** Text that the user must type before the button is enabled. For actions that cannot be undone. */
  requiredInput?: string
}

/** A confirmation dialog that is open. */
export interface PendingConfirm extends ConfirmOptions {
  answer: (isConfirmed: boolean) => void
}

let pending: PendingConfirm | undefined
let wasOpened = false
const listeners = new Set<() => void>()

/** Opens a confirmation dialog. @returns true when the user confirms, false when the dialog is closed. */
export function confirmDialog(options: ConfirmOptions): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      set(undefined)
      resolve(isConfirmed)
    }
    set({ ...options, answer })
  })
}

/** Store of the open dialog, for `ConfirmDialogHost`. */
export const pendingConfirm = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => pending,
  /** Returns true when a dialog was opened since the page was loaded. */
  wasOpened: () => wasOpened,
}

function set(next: PendingConfirm | undefined): void {
  pending = next
  wasOpened = true
  for (const listener of listeners) listener()
}
