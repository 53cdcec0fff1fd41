import './mantine.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { forgetTyping, watchTyping } from './drafts/unsaved.ts'
import { preloadSignInDialog } from './features/sign-in/dialog-file.ts'
import { SigningInAgain } from './features/sign-in/SigningInAgain.tsx'
import { nonce } from './nonce.ts'
import { router } from './routes.tsx'
import { watchSession } from './session-end.ts'
import { colours, theme } from './theme.ts'
import { Asking } from './ui/Asking.tsx'

let shownPath = router.state.location.pathname

// For the styles that dialogs keep the page behind them from scrolling with.
setNonce(nonce)

watchTyping()
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) forgetTyping()
  shownPath = pathname
})
watchSession()
const stopWaiting = router.subscribe(({ initialized }) => {
  if (!initialized) return
  stopWaiting()
  preloadSignInDialog()
})

// Nobody is told of anything before the first page is there.
const Notifications = lazy(async () => ({ default: (await import('./layout/Corner.tsx')).Corner }))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Notifications />
        </Suspense>
        <Asking />
        <SigningInAgain />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
