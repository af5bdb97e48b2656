import { Alert, Anchor, Paper, Skeleton, Title } from '@mantine/core'
import type { ActionError } from '../../api/action-error.js'
import type { ActionResponse } from '../../api/action-types.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { BarChart } from '../../ui/charts.js'
import { columnsOf, DataTable } from '../../ui/data-table.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { EpisodeCurve, type EpisodeRetention } from './episode-curve.js'

const retentionColumns = columnsOf<EpisodeRetention>()
const marks = ['q25', 'q50', 'q75', 'completes'] as const

interface RetentionContentProps {
  data: Pick<ActionResponse<'/partner/retention'>, 'list'> | undefined
  shown: EpisodeRetention | undefined
  error: ActionError | null
  onRetry(): void
  onEpisode(no: number): void
}

export function RetentionContent({ data, shown, error, onRetry, onEpisode }: RetentionContentProps) {
  const text = useText('console-partner')
  const { number, percent } = useFormats()
  if (error !== null) return <ErrorAlert error={error} onRetry={onRetry} />
  if (data === undefined) return <Skeleton h={320} />
  const worst = findSteepestFall(data.list)
  const columns = retentionColumns.columns([
    retentionColumns.accessor('episode_no', {
      header: text('episode'),
      cell: ({ row: { original } }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onEpisode(original.episode_no)}>
          {text('episodeNo', { no: `${original.episode_no}` })}
        </Anchor>
      )
    }),
    retentionColumns.accessor('starts', {
      header: text('metric_starts'),
      cell: ({ row }) => number(row.original.starts)
    }),
    ...marks.map(mark =>
      retentionColumns.accessor(row => toShare(row[mark], row.starts), {
        id: mark,
        header: text(`metric_${mark}`),
        cell: ({ row: { original } }) =>
          `${number(original[mark])} · ${percent(toShare(original[mark], original.starts))}`
      })
    ),
    retentionColumns.accessor('paywalls', {
      header: text('metric_paywalls'),
      cell: ({ row }) => number(row.original.paywalls)
    }),
    retentionColumns.accessor('unlocks', {
      header: text('metric_unlocks'),
      cell: ({ row }) => number(row.original.unlocks)
    }),
    retentionColumns.accessor(row => toLostShare(row, data.list), {
      id: 'lost',
      header: text('dropOff'),
      cell: ({ getValue }) => {
        const lost = getValue()
        return lost === null ? '—' : percent(lost)
      }
    })
  ])
  return (
    <>
      {worst !== null && (
        <Alert color="orange" variant="light">
          {text('steepestFall', { from: `${worst.from}`, to: `${worst.to}`, share: percent(worst.share) })}
        </Alert>
      )}
      {data.list.length > 0 && (
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb="md">
            {text('startsByEpisode')}
          </Title>
          <BarChart
            heightPx={260}
            data={data.list.map(row => ({
              episode: `${row.episode_no}`,
              starts: row.starts,
              completes: row.completes
            }))}
            dataKey="episode"
            series={[
              { name: 'starts', label: text('metric_starts'), color: 'drama.6' },
              { name: 'completes', label: text('metric_completes'), color: 'gray.5' }
            ]}
            valueFormatter={number}
            withLegend
            yAxisProps={{ allowDecimals: false }}
            barProps={{ isAnimationActive: false }}
            role="img"
            aria-label={text('startsByEpisode')}
          />
        </Paper>
      )}
      {shown !== undefined && <EpisodeCurve episode={shown} />}
      <DataTable
        label={text('startsByEpisode')}
        columns={columns}
        rows={data.list}
        toKey={({ episode_no }) => `${episode_no}`}
        empty={text('nothingWatched')}
        isSortable
        isDense
      />
    </>
  )
}

const toShare = (count: number, starts: number) => (starts === 0 ? 0 : count / starts)

/** Of those who started the episode, who did not start the next; null if the next is not in the list. */
function toLostShare({ episode_no, starts }: EpisodeRetention, list: readonly EpisodeRetention[]): number | null {
  const next = list.find(row => row.episode_no === episode_no + 1)
  return next === undefined || starts === 0 ? null : Math.max(0, 1 - next.starts / starts)
}

/** Below it a share says little. */
const MIN_STARTS = 10

/** Between which episodes the largest share of viewers is lost. */
function findSteepestFall(list: readonly EpisodeRetention[]): { from: number; to: number; share: number } | null {
  const falls = list.flatMap((row, index) => {
    const next = list[index + 1]
    if (next === undefined || next.episode_no !== row.episode_no + 1 || row.starts < MIN_STARTS) return []
    return [{ from: row.episode_no, to: next.episode_no, share: 1 - next.starts / row.starts }]
  })
  return falls.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share)[0] ?? null
}
