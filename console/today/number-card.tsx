import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { HourTable } from './hour-table.js'
import { type ReadNumber, type Today, toChange, toHourPoints } from './today-data.js'

const HourChart = lazy(() => import('./hour-chart.js'))

interface NumberCardProps {
  today: Today
  title: string
  read: ReadNumber
  format(value: number): string
  /** For times and shares, where less is better. */
  isLessBetter?: boolean
  children?: ReactNode
}

/** A number of the day, beside the days before until the same time, and by hour. */
export function NumberCard({ today, title, read, format, isLessBetter = false, children }: NumberCardProps) {
  const text = useText('console-today')
  const formats = useFormats()
  const { current, yesterday, last_week: lastWeek } = today
  const value = read(current.totals)
  const names = {
    current: today.is_over ? formats.date(toNoon(today.day)) : text('today'),
    yesterday: text(today.is_over ? 'dayBefore' : 'yesterday'),
    lastWeek: text('weekBefore')
  }
  const points = toHourPoints(today, read)
  const chart = { points, names, formatValue: format, formatHour: (hour: number) => formats.time(toHourTime(hour)) }
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Text fz={28} fw={650} lh={1.1} style={{ fontVariantNumeric: 'tabular-nums' }} data-value={value ?? ''}>
          {value === null ? '—' : format(value)}
        </Text>
        <Group gap="md">
          <Change name={names.yesterday} now={value} before={read(yesterday.totals)} {...{ format, isLessBetter }} />
          <Change name={names.lastWeek} now={value} before={read(lastWeek.totals)} {...{ format, isLessBetter }} />
        </Group>
        {children}
        <Suspense fallback={<Skeleton height={130} />}>
          <Box style={{ minWidth: 0 }}>
            <HourChart {...chart} />
          </Box>
        </Suspense>
        <HourTable caption={title} hourName={text('hour')} {...chart} />
      </Stack>
    </Paper>
  )
}

interface ChangeProps extends Pick<NumberCardProps, 'format'> {
  name: string
  now: number | null
  before: number | null
  isLessBetter: boolean
}

function Change({ name, now, before, format, isLessBetter }: ChangeProps) {
  const { change } = useFormats()
  const difference = toChange(now, before)
  const isBetter = difference !== null && difference !== 0 && difference > 0 !== isLessBetter
  const color = difference === null || Math.abs(difference) < 0.005 ? 'dimmed' : isBetter ? 'teal.9' : 'red.9'
  return (
    <Text size="xs" c="dimmed">
      {name}: {before === null ? '—' : format(before)}{' '}
      {difference !== null && (
        <Text span inherit fw={600} c={color} darkHidden>
          {change(difference)}
        </Text>
      )}
      {difference !== null && (
        <Text span inherit fw={600} c={color === 'dimmed' ? color : isBetter ? 'teal.4' : 'red.4'} lightHidden>
          {change(difference)}
        </Text>
      )}
    </Text>
  )
}

const toNoon = (day: string) => new Date(`${day}T12:00:00`)
const toHourTime = (hour: number) => new Date(2000, 0, 1, hour)
