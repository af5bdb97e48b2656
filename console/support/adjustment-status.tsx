import { Badge } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import type { Adjustment } from './use-adjustment-text.js'

const colors = { waiting: 'blue', done: 'green', declined: 'gray' } as const

export function AdjustmentStatus({ status }: Pick<Adjustment, 'status'>) {
  const text = useText('console-support')
  return (
    <Badge miw="max-content" color={colors[status]} variant="light">
      {text(`request_${status}`)}
    </Badge>
  )
}
