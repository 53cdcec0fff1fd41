import './mantine.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { nonce } from './nonce.ts'
import { paths } from './paths.ts'
import { router } from './routes.tsx'
import { session } from './session/session.ts'
import { colours, theme } from './theme.ts'
import { Asking } from './ui/Asking.tsx'

// For the styles that dialogs keep the page behind them from scrolling with.
setNonce(nonce)

session.onEnd(async (how) => {
  if (how === 'changed') return window.location.reload()
  const { pathname, search } = router.state.location
  await router.navigate(how === 'lost' ? paths.signInAgain(pathname + search) : paths.signedOut(), {
    replace: true,
  })
  // After the pages that show it are gone.
  queryClient.clear()
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
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
