// Entry of the chunk that draws notifications, loaded behind the first page.
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import styles from '@mantine/notifications/styles.css?text'
import { useText } from '../i18n/use-text.js'
import { adoptStyles } from './adopt-styles.js'

adoptStyles(styles)

/** The buttons that close notifications get a name, because Mantine's have none. */
export function NotificationList() {
  const text = useText('console')
  const components = { CloseButton: { defaultProps: { 'aria-label': text('close') } } }
  return (
    <MantineThemeProvider theme={{ components }} inherit>
      {/* Over the header. At the bottom they would cover the last row of a table and its buttons. */}
      <Notifications position="top-center" />
    </MantineThemeProvider>
  )
}
