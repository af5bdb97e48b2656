import { Paper, Title } from '@mantine/core'
import type { ActionResponse } from '../../api/action-types.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { AreaChart } from '../../ui/charts.js'

export type EpisodeRetention = ActionResponse<'/partner/retention'>['list'][number]

/** The share of those who started that has reached each mark. */
export function EpisodeCurve({ episode }: { episode: EpisodeRetention }) {
  const text = useText('console-partner')
  const { percent } = useFormats()
  const { starts, q25, q50, q75, completes } = episode
  const points = [
    { mark: 0, count: starts },
    { mark: 0.25, count: q25 },
    { mark: 0.5, count: q50 },
    { mark: 0.75, count: q75 },
    { mark: 0.9, count: completes }
  ]
  const title = text('curveOf', { no: `${episode.episode_no}` })
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <AreaChart
        heightPx={240}
        data={points.map(({ mark, count }) => ({
          mark: percent(mark),
          share: starts === 0 ? 0 : count / starts
        }))}
        dataKey="mark"
        series={[{ name: 'share', label: text('stillWatching'), color: 'drama.6' }]}
        valueFormatter={percent}
        curveType="linear"
        areaProps={{ isAnimationActive: false }}
        yAxisProps={{ domain: [0, 1], width: 56 }}
        role="img"
        aria-label={title}
      />
    </Paper>
  )
}
