import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pendingConfirm } from './confirm.ts'

// Loaded on first use: the dialog is rarely needed and not small.
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Renders the dialog that `confirmDialog` opens. Mounted once in the application. */
export function ConfirmDialogHost() {
  const pending = useSyncExternalStore(pendingConfirm.subscribe, pendingConfirm.get)
  const wasOpened = useSyncExternalStore(pendingConfirm.subscribe, pendingConfirm.wasOpened)
  return (
    wasOpened && (
      <Suspense>
        <ConfirmDialog pending={pending} />
      </Suspense>
    )
  )
}
