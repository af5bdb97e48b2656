// Entry of the chunk with an audience, loaded when its tab is opened.
import { Anchor, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { EpisodeCurve } from '../partner/retention/episode-curve.js'
import { BarChart } from '../ui/charts.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { ErrorAlert } from '../ui/error-alert.js'

type EpisodeAudience = ListItem<'/operator/drama_retention'> & {
  /** The share of those who started that did not start the next episode; null for the last. */
  lost: number | null
}

const audienceColumns = columnsOf<EpisodeAudience>()
const periods = ['7', '28', '90', '365'] as const
const marks = ['q25', 'q50', 'q75', 'completes'] as const
const DAY_MS = 86_400_000

export function Audience({ dramaId }: { dramaId: string }) {
  const text = useText('console-dramas')
  const { number, percent } = useFormats()
  const [days, setDays] = useState<(typeof periods)[number]>('28')
  const [chosen, setChosen] = useState(0)
  const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const audience = useActionQuery('/operator/drama_retention', { id: dramaId, from, to: 'today' })
  const list = (audience.data?.list ?? []).map((row, index, all): EpisodeAudience => {
    const next = all[index + 1]
    const isNext = next?.episode_no === row.episode_no + 1
    return { ...row, lost: isNext && row.starts > 0 ? Math.max(0, 1 - next.starts / row.starts) : null }
  })
  const shown = list.find(({ episode_no }) => episode_no === chosen) ?? list[0]
  const columns = audienceColumns.columns([
    audienceColumns.accessor('episode_no', {
      header: text('number'),
      cell: ({ row: { original } }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => setChosen(original.episode_no)}>
          {text('episodeNo', { no: `${original.episode_no}` })}
        </Anchor>
      )
    }),
    audienceColumns.accessor('starts', { header: text('starts'), cell: ({ row }) => number(row.original.starts) }),
    ...marks.map(mark =>
      audienceColumns.accessor(row => toShare(row[mark], row.starts), {
        id: mark,
        header: text(`mark_${mark}`),
        cell: ({ row: { original } }) =>
          `${number(original[mark])} · ${percent(toShare(original[mark], original.starts))}`
      })
    ),
    audienceColumns.accessor('unlocks', { header: text('unlocks'), cell: ({ row }) => number(row.original.unlocks) }),
    audienceColumns.accessor('lost', {
      header: text('dropOff'),
      cell: ({ row: { original } }) => (original.lost === null ? '—' : percent(original.lost))
    })
  ])
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
      {audience.error !== null && <ErrorAlert error={audience.error} onRetry={() => void audience.refetch()} />}
      {audience.isPending && <Skeleton h={320} />}
      {list.length > 0 && (
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb="md">
            {text('startsByEpisode')}
          </Title>
          <BarChart
            heightPx={260}
            data={list.map(({ episode_no, starts, completes }) => ({ episode: `${episode_no}`, starts, completes }))}
            dataKey="episode"
            series={[
              { name: 'starts', label: text('starts'), color: 'drama.6' },
              { name: 'completes', label: text('mark_completes'), color: 'gray.5' }
            ]}
            valueFormatter={number}
            withLegend
            barProps={{ isAnimationActive: false }}
            role="img"
            aria-label={text('startsByEpisode')}
          />
        </Paper>
      )}
      {shown !== undefined && <EpisodeCurve episode={shown} />}
      {audience.data !== undefined && (
        <DataTable
          label={text('startsByEpisode')}
          columns={columns}
          rows={list}
          toKey={({ episode_no }) => `${episode_no}`}
          empty={text('nothingWatched')}
          isSortable
        />
      )}
      <Text size="xs" c="dimmed">
        {text('audienceNote')}
      </Text>
    </Stack>
  )
}

const toShare = (count: number, starts: number) => (starts === 0 ? 0 : count / starts)
