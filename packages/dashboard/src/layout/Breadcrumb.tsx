import { Anchor } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Link back to the list that contains the object of the page. */
export function Breadcrumb(props: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={props.to} size="sm" c="dimmed" display="inline-flex" mb={4}>
      <IconChevronLeft size={16} aria-hidden style={{ alignSelf: 'center' }} />
      {props.children}
    </Anchor>
  )
}
