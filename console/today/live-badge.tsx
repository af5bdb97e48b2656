import { Badge } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import type { LiveState } from './use-live-today.js'

const colors = { connecting: 'gray', live: 'green', reconnecting: 'orange' } as const

export function LiveBadge({ state }: { state: LiveState }) {
  const text = useText('console-today')
  return (
    <Badge variant="dot" size="lg" color={colors[state]} role="status">
      {text(`state_${state}`)}
    </Badge>
  )
}
