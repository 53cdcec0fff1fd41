import { AppShell, Burger, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useMe } from '../api/me.ts'
import { paths } from '../base/paths.ts'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { Brand } from './Brand.tsx'
import classes from './Layout.module.css'
import { Navigation } from './Navigation.tsx'
import { forbiddenEntry } from './navigation.ts'
import { Shortcuts } from './Shortcuts.tsx'

// Not part of the first load: few accounts need it.
const AccountDeletionAlert = lazy(async () => ({
  default: (await import('./AccountDeletionAlert.tsx')).AccountDeletionAlert,
}))

// Not part of the first load: notifications appear only after the first page.
const Notifications = lazy(async () => ({
  default: (await import('./NotificationArea.tsx')).NotificationArea,
}))

/** Layout of all pages for signed-in users. */
export function Component() {
  const [isOpen, drawer] = useDisclosure(false)
  const isLoading = useNavigation().state !== 'idle'
  const me = useMe()
  const isDeletionScheduled = me.account.deletionAt !== null
  const forbidden = forbiddenEntry(me, useLocation().pathname)
  useFocusOnNewPage()
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      transitionDuration={150}
    >
      <a href="#page" className={classes.skip}>
        Skip to content
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
          {isDeletionScheduled && (
            <Suspense>
              <AccountDeletionAlert />
            </Suspense>
          )}
          {forbidden ? <NoAccess page={forbidden.label} /> : <Outlet />}
        </div>
      </AppShell.Main>
      <Shortcuts />
      <Suspense>
        <Notifications />
      </Suspense>
      <ScrollRestoration />
    </AppShell>
  )
}

/** Replacement for a page that the role of the user does not allow. */
function NoAccess(props: { page: string }) {
  return (
    <ErrorState
      title="Access denied"
      message={`Your role in this account does not allow you to open “${props.page}”. Ask an owner of the account for another role.`}
      action={
        <Button component={Link} to={paths.overview()} variant="default">
          Go to the overview
        </Button>
      }
    />
  )
}

/** Moves the focus to the title after navigation: screen readers announce the page, and Tab continues from there. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (document.activeElement?.closest('main')) return
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [pathname])
}
