// Entry of the chunk that draws notifications, loaded behind the first page.
import { Notifications } from '@mantine/notifications'

export default function NotificationList() {
  return <Notifications position="bottom-center" />
}
