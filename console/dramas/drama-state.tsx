import { Badge, Group } from '@mantine/core'
import { useText } from '../i18n/use-text.js'

interface DramaStateProps {
  state: 'online' | 'offline' | 'draft'
  isScheduled: boolean
  needsTexts: boolean
}

const colors = { online: 'green', offline: 'gray', draft: 'blue' } as const

export function DramaState({ state, isScheduled, needsTexts }: DramaStateProps) {
  const text = useText('console-dramas')
  return (
    <Group gap={4}>
      <Badge variant="dot" miw="max-content" color={colors[state]}>
        {text(`filter_${state}`)}
      </Badge>
      {isScheduled && (
        <Badge variant="outline" miw="max-content" color="grape">
          {text('filter_scheduled')}
        </Badge>
      )}
      {needsTexts && (
        <Badge variant="light" miw="max-content" color="orange">
          {text('filter_needs_texts')}
        </Badge>
      )}
    </Group>
  )
}
