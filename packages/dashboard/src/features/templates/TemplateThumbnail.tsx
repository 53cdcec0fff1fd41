import { IconTemplate } from '@tabler/icons-react'
import classes from './TemplateThumbnail.module.css'

/** Thumbnail of a template, or a placeholder. It has no alternative text, because the name is shown beside it. */
export function TemplateThumbnail(props: { url: string | null }) {
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
