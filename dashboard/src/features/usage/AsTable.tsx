import type { ReactNode } from 'react'
import classes from './AsTable.module.css'

/** The numbers of a chart, for whoever would rather read them. */
export function AsTable(props: { children: ReactNode }) {
  return (
    <details className={classes.frame}>
      <summary className={classes.summary}>Show as a table</summary>
      <div className={classes.table}>{props.children}</div>
    </details>
  )
}
