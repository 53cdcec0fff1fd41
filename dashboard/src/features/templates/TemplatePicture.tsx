import { IconTemplate } from '@tabler/icons-react'
import classes from './TemplatePicture.module.css'

/** A picture of a first sheet, or a place for it. What it shows is named beside it. */
export function TemplatePicture(props: { url: string | null }) {
  return (
    <div className={classes.frame}>
      {props.url === null ? (
        <IconTemplate size={32} stroke={1.2} aria-hidden />
      ) : (
        <img src={props.url} alt="" loading="lazy" decoding="async" className={classes.picture} />
      )}
    </div>
  )
}
