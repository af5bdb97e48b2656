import { Badge } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import type { Submission } from './submission.js'

const colors = { 0: 'blue', 1: 'green', 2: 'teal', 3: 'red' } as const

export function StatusBadge({ status }: Pick<Submission, 'status'>) {
  const text = useText('console-reviews')
  return (
    <Badge color={colors[status]} variant="light" miw="max-content">
      {text(`status_${status}`)}
    </Badge>
  )
}
