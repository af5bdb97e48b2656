import { Badge, Group } from '@mantine/core'
import { useText } from '../i18n/use-text.js'

const colors = {
  created: 'gray',
  pending: 'blue',
  paid: 'green',
  part_refunded: 'orange',
  failed: 'red',
  closed: 'gray',
  refunded: 'orange',
  disputed: 'red'
} as const

interface OrderStatusBadgeProps {
  status: Exclude<keyof typeof colors, 'part_refunded'>
  /** In minor units. */
  refunded: number
  isTest: boolean
}

export function OrderStatusBadge({ status, refunded, isTest }: OrderStatusBadgeProps) {
  const text = useText('console-support')
  const shown = status === 'paid' && refunded > 0 ? 'part_refunded' : status
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={colors[shown]} variant="light" miw="max-content">
        {text(`status_${shown}`)}
      </Badge>
      {isTest && (
        <Badge color="gray" variant="outline" miw="max-content">
          {text('test')}
        </Badge>
      )}
    </Group>
  )
}
