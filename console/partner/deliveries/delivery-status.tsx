import { Badge, Stack, Text } from '@mantine/core'
import type { ListItem } from '../../api/action-types.js'
import { useText } from '../../i18n/use-text.js'

export type ListedDelivery = ListItem<'/partner/postbacks'>

const statusColors = { delivered: 'green', waiting: 'blue', failed: 'red', spread: 'gray' }

export function DeliveryStatus({ delivery: { status, attempts } }: { delivery: ListedDelivery }) {
  const text = useText('console-partner')
  return (
    <Stack gap={2}>
      <Badge color={statusColors[status]} variant="dot" miw="max-content">
        {text(status === 'spread' ? 'status_delivered' : `status_${status}`)}
      </Badge>
      {attempts > 1 && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {text('attempts', { count: attempts })}
        </Text>
      )}
    </Stack>
  )
}
