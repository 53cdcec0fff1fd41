import { CopyButton } from './CopyButton.tsx'
import classes from './CodeBlock.module.css'

/** Code block with a button that copies it. @param props `label`: name of the code, for its accessible name. */
export function CodeBlock(props: { code: string; label: string }) {
  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it takes the keyboard. */}
      <pre className={classes.code} tabIndex={0} aria-label={props.label}>
        <code>{props.code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton value={props.code} label={`Copy ${props.label}`} />
      </div>
    </div>
  )
}
