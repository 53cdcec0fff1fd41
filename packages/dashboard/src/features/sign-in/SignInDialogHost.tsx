import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Component, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { signInDialog, signInHost } from '../../session/sign-in-dialog.ts'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { loadSignInDialog } from './load-sign-in-dialog.ts'
import classes from './SignInDialogHost.module.css'

const TITLE = 'Your session has ended'

// Not part of the first load: few sessions end while their page is open.
const SignInDialog = lazy(async () => ({ default: (await loadSignInDialog()).SignInDialog }))

/** Shows the sign-in dialog above the page when the session has ended. Mounted once in the application. */
export function SignInDialogHost() {
  const isOpen = useSyncExternalStore(signInDialog.subscribe, signInDialog.get)
  return (
    isOpen && (
      <Boundary>
        <Suspense>
          <SignInDialog />
        </Suspense>
      </Boundary>
    )
  )
}

/** Replaces the dialog when it cannot be loaded or rendered. The page below keeps its input. */
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
        message="Reload the page to sign in. Unsaved changes are stored as backups."
        action={
          <Button autoFocus onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    </div>
  )
}
