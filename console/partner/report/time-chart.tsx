import { Group, Paper, Select, Skeleton, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useActionList, useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { LineChart } from '../../ui/charts.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import type { ChangesRequest } from './changes-request.js'
import { countDays, type DayPeriod } from './periods.js'
import type { ReportRequest } from './report-request.js'
import { type ReportRow, readMoney } from './report-rows.js'
import { type ChartMetric, chartMetrics } from './report-search.js'

interface TimeChartProps {
  period: DayPeriod
  compared: DayPeriod | null
  /** Of the page. Days are its own rows if it shows days. */
  request: ReportRequest
  /** Of the changes that the chart marks. */
  changes: ChangesRequest
  metric: ChartMetric
  currency: string
  onMetric(metric: ChartMetric): void
}

const CHART_HEIGHT_PX = 400
const MAX_DAYS_OF_HOURS = 2

export function TimeChart({ period, compared, request: shown, changes, metric, currency, onMetric }: TimeChartProps) {
  const text = useText('console-partner')
  const { compact, money } = useFormats()
  const { language } = useLanguage()
  const isByHour = countDays(period) <= MAX_DAYS_OF_HOURS
  const group = isByHour ? 'hour' : 'day'
  const request = shown.group_by === group ? shown : { ...shown, group_by: group, ...period }
  const now = useActionQuery('/partner/report', request)
  const before = useActionQuery('/partner/report', { ...request, ...compared }, { isEnabled: compared !== null })
  const dayFormat = useMemo(() => toDayFormat(language.formatTag), [language])
  const toLabel = ({ day = '', hour = '' }: ReportRow) =>
    isByHour ? `${dayFormat(hour.slice(0, 10))} ${hour.slice(11)}:00` : dayFormat(day)
  const readValue = (row: ReportRow) => (metric === 'revenue' ? readMoney(row, 'revenue', currency) : row[metric])
  const { items: changed } = useActionList('/partner/campaign_changes', changes)
  const beforeRows = compared === null ? [] : (before.data?.list ?? [])
  const rows = now.data?.list ?? []
  const data = rows.map((row, index) => {
    const old = beforeRows[index]
    return {
      label: toLabel(row),
      now: readValue(row),
      ...(old !== undefined && { before: readValue(old) })
    }
  })
  const marked = rows.filter(({ starts_at: start = 0 }, index) => {
    const end = rows[index + 1]?.starts_at ?? now.data?.to_at ?? start
    return changed.some(({ changed_at }) => Date.parse(changed_at) >= start && Date.parse(changed_at) < end)
  })
  const format = (value: number) => (metric === 'revenue' ? money(value, currency) : compact(value))
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {text('course')}
        </Title>
        <Select
          aria-label={text('metric')}
          data={chartMetrics.map(name => ({ value: name, label: text(`metric_${name}`) }))}
          value={metric}
          allowDeselect={false}
          onChange={value => onMetric(chartMetrics.find(name => name === value) ?? 'visits')}
          w={180}
        />
      </Group>
      <ErrorAlert error={now.error} onRetry={() => void now.refetch()} />
      {now.isPending ? (
        <Skeleton h={CHART_HEIGHT_PX} />
      ) : (
        <LineChart
          heightPx={CHART_HEIGHT_PX}
          data={data}
          dataKey="label"
          series={[
            ...(compared === null
              ? []
              : [{ name: 'before', label: text('compared'), color: 'gray.5', strokeDasharray: '5 5' }]),
            { name: 'now', label: text('thisPeriod'), color: 'drama.6' }
          ]}
          referenceLines={marked.map(row => ({ x: toLabel(row), color: 'orange.7' }))}
          valueFormatter={format}
          curveType="linear"
          withLegend={compared !== null}
          withDots={data.length < 2}
          yAxisProps={{ width: metric === 'revenue' ? 96 : 56 }}
          lineProps={{ isAnimationActive: false }}
          role="img"
          aria-label={text('courseOf', { metric: text(`metric_${metric}`) })}
        />
      )}
    </Paper>
  )
}

/** Day and month in the order of the language. */
function toDayFormat(tag: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', timeZone: 'UTC' })
  return day => (day === '' ? '' : format.format(new Date(`${day}T12:00:00Z`)))
}
