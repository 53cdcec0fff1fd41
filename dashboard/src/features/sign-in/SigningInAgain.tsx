import { lazy, Suspense, useSyncExternalStore } from 'react'
import { signInDialog } from '../../session/sign-in-dialog.ts'

// Few sessions end while their page is open.
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

/** Shows the sign-in dialog above the page when the session has ended. Stands once in the application. */
export function SigningInAgain() {
  const isOpen = useSyncExternalStore(signInDialog.subscribe, signInDialog.get)
  return (
    isOpen && (
      <Suspense>
        <SignInAgain />
      </Suspense>
    )
  )
}
