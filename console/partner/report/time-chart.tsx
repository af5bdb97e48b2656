import { Group, Paper, Select, Skeleton, Title } from '@mantine/core'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { LineChart } from '../../ui/charts.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { countDays, type DayPeriod } from './periods.js'
import { type ReportRow, readMoney } from './report-rows.js'
import { type ChartMetric, chartMetrics } from './report-search.js'

interface TimeChartProps {
  period: DayPeriod
  compared: DayPeriod | null
  lpid: string | undefined
  metric: ChartMetric
  currency: string
  onMetric(metric: ChartMetric): void
}

const CHART_HEIGHT_PX = 400
const MAX_DAYS_OF_HOURS = 2

export function TimeChart({ period, compared, lpid, metric, currency, onMetric }: TimeChartProps) {
  const text = useText('console-partner')
  const { compact, money } = useFormats()
  const { language } = useLanguage()
  const isByHour = countDays(period) <= MAX_DAYS_OF_HOURS
  const request = {
    group_by: isByHour ? 'hour' : 'day',
    lang: language.apiCode,
    reconcile: 'no' as const,
    ...(lpid !== undefined && { lpid })
  }
  const now = useActionQuery('/partner/report', { ...request, ...period })
  const before = useActionQuery('/partner/report', { ...request, ...compared }, { isEnabled: compared !== null })
  const readValue = (row: ReportRow) => (metric === 'revenue' ? readMoney(row, 'revenue', currency) : row[metric])
  const beforeRows = compared === null ? [] : (before.data?.list ?? [])
  const data = (now.data?.list ?? []).map((row, index) => {
    const old = beforeRows[index]
    return {
      label: isByHour ? (row.hour ?? '').slice(5).replace('T', ' ').concat(':00') : (row.day ?? '').slice(5),
      now: readValue(row),
      ...(old !== undefined && { before: readValue(old) })
    }
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
