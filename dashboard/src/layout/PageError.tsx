import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { IconCloudOff, IconError404, IconRefresh, IconZoomQuestion } from '@tabler/icons-react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { Failure } from '../api/failure.ts'
import { paths } from '../paths.ts'
import { isMissingFile } from './missing-files.ts'
import { session } from '../session/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

const ICON = { size: 40, stroke: 1.3, 'aria-hidden': true } as const

/** Stands where a page cannot: not there, nobody reached, refused, or our own mistake. */
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
        title="No connection"
        message={error.message}
        onRetry={retry}
      />
    ) : (
      <ErrorState
        icon={<IconRefresh {...ICON} />}
        title={error.status >= 500 ? 'The service has a problem' : 'That is not possible'}
        message={error.message}
        onRetry={retry}
        // There may be no layout around it to do so.
        action={
          error.status === 403 && (
            <Button variant="default" onClick={() => void session.signOut()}>
              Sign out
            </Button>
          )
        }
      />
    )
  }
  if (isMissingFile(error)) {
    return (
      <ErrorState
        icon={<IconRefresh {...ICON} />}
        title="A page could not be loaded"
        message="There may be a newer version of the dashboard, or no connection. Reloading helps with both."
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      />
    )
  }
  return (
    <ErrorState
      icon={<IconZoomQuestion {...ICON} />}
      title="Something went wrong here"
      message="This is a fault of the dashboard. Reloading the page may help."
      action={<Button onClick={() => window.location.reload()}>Reload</Button>}
    />
  )
}

/** There is no such page, or no such thing to be shown on it. */
export function NotFound(props: { message?: string | undefined }) {
  return (
    <ErrorState
      icon={<IconError404 {...ICON} />}
      title="Not found"
      message={props.message ?? 'There is no page at this address.'}
      action={
        <Button component={Link} to={paths.overview()} variant="default">
          Go to the overview
        </Button>
      }
    />
  )
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Failure || isRouteErrorResponse(error) ? error.status : undefined
}
