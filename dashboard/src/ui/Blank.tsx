import { EmptyState } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Blank.module.css'

/** What stands where there is nothing yet: what it would be, and how to get it. */
export function Blank(props: {
  icon?: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.frame}>
      <EmptyState size="sm" icon={props.icon} title={props.title} description={props.description}>
        {props.action !== undefined && <EmptyState.Actions>{props.action}</EmptyState.Actions>}
      </EmptyState>
    </div>
  )
}
