import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import { Failure, messageOf } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
    mutationMeta: {
      /** The form shows the failure itself, beside its fields. */
      shownInline?: boolean
      /** Made with other credentials than those of the session: 401 does not end it. */
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
 * What was read from the service. One place decides what becomes of a failure: 401 ends the session, a page that
 * cannot be shown is replaced by its error, a refresh or a change that failed is a notification.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
      throwOnError: (error, query) => query.state.data === undefined && !isSignedOut(error),
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) session.lost()
      else if (query.state.data !== undefined) notifyOf(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (isSignedOut(error) && !mutation.meta?.isSigningIn) session.lost()
      else if (!mutation.meta?.shownInline) notifyOf(error)
    },
  }),
})

/** Tells of a failure in the corner of the page. */
export function notifyOf(failure: unknown): void {
  const message = messageOf(failure)
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ id: message, color: 'red', title: 'That did not work', message }),
  )
}

function mayPass(error: Error): boolean {
  return error instanceof Failure && (error.status === 0 || error.status >= 500)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof Failure && error.status === 401
}
