import './mantine.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { meQuery } from './api/me.ts'
import { queryClient } from './api/query-client.ts'
import { resetTyping, trackTyping } from './backups/unsaved.ts'
import { preloadSignInDialog } from './features/sign-in/load-sign-in-dialog.ts'
import { SignInDialogHost } from './features/sign-in/SignInDialogHost.tsx'
import { nonce } from './base/nonce.ts'
import { router } from './routes.tsx'
import { watchSession } from './session-end.ts'
import { colours, theme } from './theme.ts'
import { ConfirmDialogHost } from './ui/dialogs/ConfirmDialogHost.tsx'

let shownPath = router.state.location.pathname

// For the styles with which dialogs stop the page behind them from scrolling.
setNonce(nonce)

trackTyping()
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) resetTyping()
  shownPath = pathname
})
watchSession()
const unsubscribe = router.subscribe(({ initialized }) => {
  // Without a session no dialog can open.
  if (!initialized || queryClient.getQueryData(meQuery.queryKey) === undefined) return
  unsubscribe()
  preloadSignInDialog()
})

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
        <ConfirmDialogHost />
        <SignInDialogHost />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
