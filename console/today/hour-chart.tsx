import { LineChart } from '../ui/chart-parts.js'
import { DAY_COLORS } from './day-colors.js'
import type { HourPoint } from './today-data.js'

interface HourChartProps {
  points: readonly HourPoint[]
  names: { current: string; yesterday: string; lastWeek: string }
  formatHour(hour: number): string
  formatValue(value: number): string
}

/** Own chunk: draws the lines of three days. `HourTable` says the same to screen readers. */
export function HourChart({ points, names, formatHour, formatValue }: HourChartProps) {
  const data = points.map(({ hour, ...values }) => ({ hour: formatHour(hour), ...values }))
  return (
    <LineChart
      h={130}
      data={data}
      dataKey="hour"
      aria-hidden
      accessibilityLayer={false}
      withDots={false}
      connectNulls={false}
      curveType="linear"
      strokeWidth={1.5}
      gridAxis="none"
      tickLine="none"
      withYAxis={false}
      xAxisProps={{ interval: 5, padding: { left: 16, right: 16 } }}
      valueFormatter={formatValue}
      lineProps={{ isAnimationActive: false }}
      series={[
        { name: 'lastWeek', label: names.lastWeek, color: DAY_COLORS.lastWeek, strokeDasharray: '2 3' },
        { name: 'yesterday', label: names.yesterday, color: DAY_COLORS.yesterday },
        { name: 'current', label: names.current, color: DAY_COLORS.current }
      ]}
    />
  )
}
