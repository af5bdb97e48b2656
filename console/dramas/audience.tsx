import { Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { RetentionContent } from '../partner/retention/retention-content.js'
import { type AudienceDays, audienceDays, FIRST_AUDIENCE_DAYS, toAudienceRequest } from './audience-request.js'

/** How far viewers of all campaigns watch a drama. */
export function Audience({ dramaId }: { dramaId: string }) {
  const text = useText('console-dramas')
  const [days, setDays] = useState<AudienceDays>(FIRST_AUDIENCE_DAYS)
  const [chosen, setChosen] = useState(0)
  const audience = useActionQuery('/operator/drama_retention', toAudienceRequest(dramaId, days))
  const list = audience.data?.list ?? []
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label={text('period')}
          data={audienceDays.map(count => ({ value: `${count}`, label: text('lastDays', { count }) }))}
          value={`${days}`}
          allowDeselect={false}
          w={180}
          onChange={value => setDays(audienceDays.find(count => `${count}` === value) ?? FIRST_AUDIENCE_DAYS)}
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
