import { Box, Stack, UnstyledButton } from '@mantine/core'
import { IconApi, IconBook2, IconExternalLink } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { paths } from '../base/paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { useMe } from '../api/me.ts'
import { Brand } from './Brand.tsx'
import { Credits } from './Credits.tsx'
import classes from './Navigation.module.css'
import { entriesFor } from './navigation.ts'

// A page of the service, outside the dashboard.
const DOCUMENTATION = '/docs'

/** Navigation with the available credits and the account menu. */
export function Navigation(props: { onFollow: () => void }) {
  const me = useMe()
  return (
    <Stack h="100%" p="sm" gap="xs">
      <Box px="xs" py={6} visibleFrom="sm">
        <UnstyledButton component={Link} to={paths.overview()} aria-label="Platen: overview">
          <Brand />
        </UnstyledButton>
      </Box>
      <nav aria-label="Main">
        <ul className={classes.list}>
          {entriesFor(me).map(({ label, to, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} onClick={props.onFollow} className={classes.link}>
                <Icon size={17} stroke={1.7} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Stack gap={4} mt="auto">
        <a href={DOCUMENTATION} target="_blank" rel="noreferrer" className={classes.link}>
          <IconBook2 size={17} stroke={1.7} aria-hidden />
          Documentation
          <IconExternalLink size={13} aria-hidden className={classes.away} />
        </a>
        <a href={paths.apiReference()} target="_blank" rel="noreferrer" className={classes.link}>
          <IconApi size={17} stroke={1.7} aria-hidden />
          API reference
          <IconExternalLink size={13} aria-hidden className={classes.away} />
        </a>
        <Credits onFollow={props.onFollow} />
        <AccountMenu />
      </Stack>
    </Stack>
  )
}
