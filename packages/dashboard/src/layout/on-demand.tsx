import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { notifyFailure } from '../api/query-client.ts'

/**
 * Returns a component whose code is loaded when it is first shown. When it cannot be loaded, nothing is shown but a
 * notification: the page around it may have unsaved text and must stay.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({
    default: await load().catch((error: unknown): ComponentType<Props> => {
      notifyFailure('A part of this page was not loaded. Save your changes and reload the page', error)
      return () => null
    }),
  }))
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
