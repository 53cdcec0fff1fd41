import type { ReactNode } from 'react'
import classes from './TableDetails.module.css'

/** Collapsed table with the numbers of a chart. */
export function TableDetails(props: { children: ReactNode }) {
  return (
    <details className={classes.frame}>
      <summary className={classes.summary}>Show as table</summary>
      <div className={classes.table}>{props.children}</div>
    </details>
  )
}
