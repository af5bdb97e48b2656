import { Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { RetentionContent } from '../partner/retention/retention-content.js'

const periods = ['7', '28', '90', '365'] as const
const DAY_MS = 86_400_000

/** How far viewers of all campaigns watch a drama. */
export function Audience({ dramaId }: { dramaId: string }) {
  const text = useText('console-dramas')
  const [days, setDays] = useState<(typeof periods)[number]>('28')
  const [chosen, setChosen] = useState(0)
  const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const audience = useActionQuery('/operator/drama_retention', { id: dramaId, from, to: 'today' })
  const list = audience.data?.list ?? []
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label={text('period')}
          data={periods.map(value => ({ value: value as string, label: text('lastDays', { count: Number(value) }) }))}
          value={days}
          allowDeselect={false}
          w={180}
          onChange={value => setDays(periods.find(name => name === value) ?? '28')}
        />
        {audience.data !== undefined && (
          <Text size="sm" c="dimmed">
            {text('zoneOfDays', { zone: audience.data.timezone })}
          </Text>
        )}
      </Group>
      <RetentionContent
        data={audience.data}
        shown={list.find(({ episode_no }) => episode_no === chosen) ?? list[0]}
        error={audience.error}
        onRetry={() => void audience.refetch()}
        onEpisode={setChosen}
      />
      <Text size="xs" c="dimmed">
        {text('audienceNote')}
      </Text>
    </Stack>
  )
}
