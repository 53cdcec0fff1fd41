import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where people are told what has happened. */
export function Corner() {
  return <Notifications position="bottom-right" />
}
