import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import { Failure, messageOf } from '../base/failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
    mutationMeta: {
      /** Title of the notification when the mutation fails. States what did not happen. */
      failureTitle?: string
      /** The form shows the failure itself, beside its fields. No notification is shown. */
      shownInline?: boolean
      /** The call uses other credentials than the session. A 401 does not end the session. */
      isSigningIn?: boolean
    }
  }
}

const RETRIES_MAX = 2
const FRESH_MS = 10_000

// By default React Query notifies components by a timer, after a mutation that waits for a refetch has ended. A form
// that was saved would show the old value until the timer ends.
notifyManager.setScheduler(queueMicrotask)

/**
 * Cache of the data that was read from the service. It handles all failures: a 401 ends the session, a page that
 * cannot be read is replaced by its error, and a failed refresh or change shows a notification.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES_MAX && isTransient(error),
      throwOnError: (error, query) => query.state.data === undefined && !isSignedOut(error),
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) session.suspend()
      else if (query.state.data !== undefined) notifyFailure('The page was not refreshed', error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, { meta }) => {
      if (isSignedOut(error) && !meta?.isSigningIn) session.suspend()
      else if (!meta?.shownInline) notifyFailure(meta?.failureTitle ?? 'The change was not saved', error)
    },
  }),
})

/** Shows a failure as a notification. @param title states what did not happen. */
export function notifyFailure(title: string, failure: unknown): void {
  const message = messageOf(failure)
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ id: `${title} ${message}`, color: 'red', title, message }),
  )
}

function isTransient(error: Error): boolean {
  return error instanceof Failure && (error.status === 0 || error.status >= 500)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof Failure && error.status === 401
}
