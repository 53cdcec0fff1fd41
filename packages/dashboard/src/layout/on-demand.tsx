import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { notifyFailure } from '../api/query-client.ts'

/**
 * Returns a component whose code is loaded when it is first shown. When it cannot be loaded, nothing is shown but a
 * notification: the page around it may have unsaved text and must stay. When the component is removed with the focus in
 * it, the element that had the focus before gets it again.
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
    const [previous] = useState(() => document.activeElement)
    useEffect(
      () => () => {
        if (document.activeElement === document.body && previous instanceof HTMLElement) previous.focus()
      },
      [previous],
    )
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
