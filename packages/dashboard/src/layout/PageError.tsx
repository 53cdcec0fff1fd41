import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { IconCloudOff, IconError404, IconRefresh, IconZoomQuestion } from '@tabler/icons-react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { Failure } from '../base/failure.ts'
import { paths } from '../base/paths.ts'
import { isLoadError } from './load-errors.ts'
import { OtherAccounts } from './OtherAccounts.tsx'
import { forgetAccount } from '../session/account.ts'
import { session } from '../session/session.ts'
import { ErrorState } from '../ui/page/ErrorState.tsx'

const ICON = { size: 40, stroke: 1.3, 'aria-hidden': true } as const

/** Error boundary of the pages. */
export function PageError() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const revalidator = useRevalidator()
  const retry = () => {
    reset()
    void revalidator.revalidate()
  }
  if (statusOf(error) === 404)
    return <NotFound message={error instanceof Failure ? error.message : undefined} />
  if (error instanceof Failure) {
    return error.status === 0 ? (
      <ErrorState
        icon={<IconCloudOff {...ICON} />}
        title="The service cannot be reached"
        message={error.message}
        onRetry={retry}
      />
    ) : (
      <ErrorState
        icon={<IconRefresh {...ICON} />}
        title={titleOf(error.status)}
        message={error.message}
        onRetry={retry}
        // The page may have no layout with the account menu.
        action={
          error.status === 403 && (
            <>
              {error.detail === 'ACCOUNT_SUSPENDED' && <OtherAccounts />}
              {error.detail === 'NOT_A_MEMBER' && (
                <Button variant="default" onClick={openOwnAccount}>
                  Open your own account
                </Button>
              )}
              <Button variant="default" onClick={() => void session.signOut()}>
                Sign out
              </Button>
            </>
          )
        }
      />
    )
  }
  if (isLoadError(error)) {
    return (
      <ErrorState
        icon={<IconRefresh {...ICON} />}
        title="The page could not be loaded"
        message="The dashboard was updated, or there is no connection. Reload the page."
        action={<Button onClick={() => window.location.reload()}>Reload page</Button>}
      />
    )
  }
  return (
    <ErrorState
      icon={<IconZoomQuestion {...ICON} />}
      title="The dashboard has an internal error"
      message="The page could not be shown. Reload the page."
      action={<Button onClick={() => window.location.reload()}>Reload page</Button>}
    />
  )
}

/** Page for an unknown path, or for an object that does not exist. */
export function NotFound(props: { message?: string | undefined }) {
  return (
    <ErrorState
      icon={<IconError404 {...ICON} />}
      title="Not found"
      message={props.message ?? 'No page exists at this address.'}
      action={
        <Button component={Link} to={paths.overview()} variant="default">
          Go to the overview
        </Button>
      }
    />
  )
}

function openOwnAccount(): void {
  forgetAccount()
  window.location.assign(paths.overview())
}

function titleOf(status: number): string {
  if (status >= 500) return 'The service has an internal error'
  return status === 403 ? 'Access denied' : 'The request was rejected'
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Failure || isRouteErrorResponse(error) ? error.status : undefined
}
