import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Component, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { signInDialog, signInHost } from '../../session/sign-in-dialog.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { loadSignInDialog } from './dialog-file.ts'
import classes from './SigningInAgain.module.css'

const TITLE = 'Your session has ended'

// Not part of the first page: few sessions end while their page is open.
const SignInAgain = lazy(async () => ({ default: (await loadSignInDialog()).SignInAgain }))

/** Shows the sign-in dialog above the page when the session has ended. Stands once in the application. */
export function SigningInAgain() {
  const isOpen = useSyncExternalStore(signInDialog.subscribe, signInDialog.get)
  return (
    isOpen && (
      <Boundary>
        <Suspense>
          <SignInAgain />
        </Suspense>
      </Boundary>
    )
  )
}

/** Replaces a dialog that cannot be loaded or shown. The page below keeps its text. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? createPortal(<ReloadDialog />, signInHost) : this.props.children
  }
}

function ReloadDialog() {
  return (
    <div role="dialog" aria-modal aria-label={TITLE} className={classes.reload}>
      <ErrorState
        icon={<IconRefresh size={40} stroke={1.3} aria-hidden />}
        title={TITLE}
        message="Reload the page to sign in. Unsaved changes are kept as drafts."
        action={
          <Button autoFocus onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    </div>
  )
}
