import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useMe } from '../api/me.ts'
import { Brand } from './Brand.tsx'
import classes from './Layout.module.css'
import { Navigation } from './Navigation.tsx'
import { Shortcuts } from './Shortcuts.tsx'

// Few ever see it.
const Leaving = lazy(async () => ({ default: (await import('./Leaving.tsx')).Leaving }))

/** What stands around every page of somebody who is signed in. */
export function Layout() {
  const [isOpen, drawer] = useDisclosure(false)
  const isLoading = useNavigation().state !== 'idle'
  const isLeaving = useMe().account.deletionAt !== null
  useFocusOnNewPage()
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      transitionDuration={150}
    >
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" gap="sm">
          <Burger
            opened={isOpen}
            onClick={drawer.toggle}
            size="sm"
            aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
            aria-expanded={isOpen}
          />
          <Brand />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Navigation onFollow={drawer.close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className={classes.main}>
        <div className={classes.progress} data-on={isLoading || undefined} aria-hidden />
        <div className={classes.page}>
          {isLeaving && (
            <Suspense>
              <Leaving />
            </Suspense>
          )}
          <Outlet />
        </div>
      </AppShell.Main>
      <Shortcuts />
      <ScrollRestoration />
    </AppShell>
  )
}

/** A reader of screens hears of the new page, and Tab goes on from its title. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement?.closest('main')) return
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [pathname])
}
