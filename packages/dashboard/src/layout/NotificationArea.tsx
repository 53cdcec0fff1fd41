import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Area of the notifications. */
export function NotificationArea() {
  return <Notifications position="bottom-right" />
}
