import { Badge, Stack, Text } from '@mantine/core'
import type { ListItem } from '../../api/action-types.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'

export type ListedDelivery = ListItem<'/partner/postbacks'>

const statusColors = { delivered: 'green', waiting: 'blue', failing: 'orange', failed: 'red', spread: 'gray' }

/** `failing`: the last attempt has failed, and another one comes. */
const toShownStatus = ({ status, attempts, last_response }: ListedDelivery) =>
  status === 'waiting' && attempts > 0 && last_response !== null ? 'failing' : status

export function DeliveryStatus({ delivery }: { delivery: ListedDelivery }) {
  const text = useText('console-partner')
  const { dateTime } = useFormats()
  const status = toShownStatus(delivery)
  const { attempts, next_at } = delivery
  return (
    <Stack gap={2}>
      <Badge color={statusColors[status]} variant="dot" miw="max-content">
        {text(status === 'spread' ? 'status_delivered' : `status_${status}`)}
      </Badge>
      {status === 'failing' && next_at !== null && (
        <Text size="xs">{text('triesAgain', { time: dateTime(next_at) })}</Text>
      )}
      {(attempts > 1 || status === 'failing') && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {text('attempts', { count: attempts })}
        </Text>
      )}
    </Stack>
  )
}
