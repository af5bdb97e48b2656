// Entry of the chunk that draws notifications, loaded behind the first page.
import { Notifications } from '@mantine/notifications'
import styles from '@mantine/notifications/styles.css?text'
import { adoptStyles } from './adopt-styles.js'

adoptStyles(styles)

export function NotificationList() {
  return <Notifications position="bottom-center" />
}
