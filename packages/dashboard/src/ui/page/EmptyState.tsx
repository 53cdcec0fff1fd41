import { EmptyState as MantineEmptyState } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Placeholder of an empty list: states what will appear here, and offers the first action. */
export function EmptyState(props: {
  icon?: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.frame}>
      <MantineEmptyState size="sm" icon={props.icon} title={props.title} description={props.description}>
        {props.action !== undefined && <MantineEmptyState.Actions>{props.action}</MantineEmptyState.Actions>}
      </MantineEmptyState>
    </div>
  )
}
