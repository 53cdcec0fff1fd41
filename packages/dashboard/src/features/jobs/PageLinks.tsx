import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { newerPage, olderPage } from './filter.ts'

/** Links to the newer and the older page of a list. Renders nothing for a list of one page. */
export function PageLinks(props: { search: URLSearchParams; nextCursor: string | null }) {
  const { search, nextCursor } = props
  const newer = newerPage(search)
  if (!newer && nextCursor === null) return null
  return (
    <Group component="nav" aria-label="Pages of the list" justify="flex-end" gap="xs" mt="md">
      <PageLink to={newer} label="Newer" />
      <PageLink to={olderPage(search, nextCursor)} label="Older" />
    </Group>
  )
}

function PageLink(props: { to: URLSearchParams | undefined; label: 'Newer' | 'Older' }) {
  const icon =
    props.label === 'Newer'
      ? { leftSection: <IconChevronLeft size={16} aria-hidden /> }
      : { rightSection: <IconChevronRight size={16} aria-hidden /> }
  return props.to ? (
    <Button component={Link} to={`?${props.to}`} variant="default" size="sm" {...icon}>
      {props.label}
    </Button>
  ) : (
    <Button variant="default" size="sm" disabled {...icon}>
      {props.label}
    </Button>
  )
}
