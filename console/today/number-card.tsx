import { ColorSwatch, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { WhenIdle } from '../ui/when-idle.js'
import { DAY_COLORS } from './day-colors.js'
import { HourTable } from './hour-table.js'
import { type ReadNumber, type Today, toChange, toHourPoints } from './today-data.js'
import { useTodayFormats } from './today-formats.js'

const HourChart = lazyWithRetry(() => import('./hour-chart.js').then(module => module.HourChart))

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
  const { hourOfDay: formatHour, timeIn } = useTodayFormats()
  const { current, yesterday, last_week: lastWeek } = today
  const value = read(current.totals)
  const time = timeIn(today.until, today.timezone)
  const names = {
    current: today.is_over ? formats.date(toNoon(today.day)) : text('today'),
    yesterday: text(today.is_over ? 'dayBefore' : 'yesterday'),
    lastWeek: text('weekBefore')
  }
  const points = toHourPoints(today, read)
  const chart = { points, names, formatValue: format, formatHour }
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Text fz={28} fw={650} lh={1.1} style={{ fontVariantNumeric: 'tabular-nums' }} data-value={value ?? ''}>
          {value === null ? '—' : format(value)}
        </Text>
        <Stack gap={2}>
          <Change
            name={today.is_over ? names.yesterday : text('yesterdayUntil', { time })}
            color={DAY_COLORS.yesterday}
            now={value}
            before={read(yesterday.totals)}
            format={format}
            isLessBetter={isLessBetter}
          />
          <Change
            name={today.is_over ? names.lastWeek : text('weekBeforeUntil', { time })}
            color={DAY_COLORS.lastWeek}
            now={value}
            before={read(lastWeek.totals)}
            format={format}
            isLessBetter={isLessBetter}
          />
        </Stack>
        {children}
        <WhenIdle fallback={<Skeleton height={130} />}>
          <Suspense fallback={<Skeleton height={130} />}>
            <HourChart {...chart} />
          </Suspense>
          <HourTable caption={title} hourName={text('hour')} {...chart} />
        </WhenIdle>
      </Stack>
    </Paper>
  )
}

interface ChangeProps extends Pick<NumberCardProps, 'format'> {
  name: string
  color: string
  now: number | null
  before: number | null
  isLessBetter: boolean
}

/** A share below half a percent is shown as no change. */
const MIN_CHANGE = 0.005

function Change({ name, color, now, before, format, isLessBetter }: ChangeProps) {
  const { change } = useFormats()
  const difference = toChange(now, before)
  const isBetter = difference !== null && difference > 0 !== isLessBetter
  const changeColor =
    difference === null || Math.abs(difference) < MIN_CHANGE
      ? 'dimmed'
      : `light-dark(var(--mantine-color-${isBetter ? 'teal' : 'red'}-9), var(--mantine-color-${isBetter ? 'teal' : 'red'}-4))`
  return (
    <Group gap={6} wrap="nowrap">
      <ColorSwatch size={8} color={`var(--mantine-color-${color.replace('.', '-')})`} withShadow={false} aria-hidden />
      <Text size="xs" c="dimmed">
        {name}: {before === null ? '—' : format(before)}{' '}
        {difference !== null && (
          <Text span inherit fw={600} c={changeColor}>
            {change(difference)}
          </Text>
        )}
      </Text>
    </Group>
  )
}

const toNoon = (day: string) => new Date(`${day}T12:00:00`)
