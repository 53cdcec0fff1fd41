import { lazy, Suspense, useSyncExternalStore } from 'react'
import { waiting } from './ask.ts'

// Seldom needed, and not small.
const QuestionDialog = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }))

/** Shows what `ask` asks. Stands once in the application. */
export function Asking() {
  const asked = useSyncExternalStore(waiting.subscribe, waiting.get)
  const wasAsked = useSyncExternalStore(waiting.subscribe, waiting.wasAsked)
  return (
    wasAsked && (
      <Suspense>
        <QuestionDialog asked={asked} />
      </Suspense>
    )
  )
}
