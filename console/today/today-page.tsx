import { Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { AttentionList } from './attention-list.js'
import { ErrorList } from './error-list.js'
import { LiveBadge } from './live-badge.js'
import { NumberCard } from './number-card.js'
import { listCurrencies, readMoney, type Today } from './today-data.js'
import { useTodayFormats } from './today-formats.js'
import { useLiveToday } from './use-live-today.js'

/** The first page of operators. A past day is read once; today comes live. */
export function TodayPage() {
  const text = useText('console-today')
  const general = useText('console')
  const live = useLiveToday()
  const [day, setDay] = useState('')
  const latest = useActionQuery('/operator/today', {}).data?.day
  const isFuture = latest !== undefined && day > latest
  const query = useActionQuery('/operator/today', day === '' ? {} : { day }, { isEnabled: !isFuture })
  const today = query.data
  const { date } = useFormats()
  return (
    <Page
      title={day === '' || today === undefined ? general('today') : date(`${today.day}T12:00:00`)}
      lead={today === undefined ? text('lead') : <PeriodText today={today} />}
      actions={
        <Group align="flex-end" gap="md">
          {day === '' && <LiveBadge state={live} />}
          <TextInput
            type="date"
            label={text('day')}
            value={day === '' ? (today?.day ?? '') : day}
            max={latest}
            error={isFuture && text('futureDay')}
            onChange={event => setDay(event.currentTarget.value)}
          />
        </Group>
      }
    >
      <ErrorAlert error={today === undefined ? query.error : null} onRetry={() => void query.refetch()} />
      {today === undefined && query.isPending && !isFuture && <LoadingCards />}
      {today !== undefined && <Numbers today={today} />}
    </Page>
  )
}

function PeriodText({ today: { day, until, timezone, is_over: isOver } }: { today: Today }) {
  const text = useText('console-today')
  const { date } = useFormats()
  const { timeIn } = useTodayFormats()
  const name = date(`${day}T12:00:00`)
  return (
    <>
      {isOver
        ? text('wholeDay', { day: name, zone: timezone })
        : text('untilNow', { day: name, time: timeIn(until, timezone), zone: timezone })}
    </>
  )
}

const LoadingCards = () => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
    {[0, 1, 2, 3, 4, 5].map(no => (
      <Skeleton key={no} height={250} />
    ))}
  </SimpleGrid>
)

function Numbers({ today }: { today: Today }) {
  const text = useText('console-today')
  const { number, money, percent } = useFormats()
  const { milliseconds } = useTodayFormats()
  const toTime = (value: number | null) => (value === null ? '—' : milliseconds(value))
  const { totals } = today.current
  const currencies = listCurrencies(today)
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <AttentionList />
        <ErrorList today={today} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 4 }}>
        <NumberCard today={today} title={text('visits')} read={({ visits }) => visits} format={number}>
          <Text size="xs">{text('newVisitors', { count: totals.new_visitors })}</Text>
        </NumberCard>
        <NumberCard today={today} title={text('plays')} read={({ starts }) => starts} format={number}>
          <Text size="xs">{text('completes', { count: totals.completes })}</Text>
        </NumberCard>
        {currencies.map(currency => (
          <NumberCard
            key={currency}
            today={today}
            title={text('revenue', { currency })}
            read={readMoney(currency, 'revenue')}
            format={amount => money(amount, currency)}
          >
            <Text size="xs">
              {text('refunded', { amount: money(readMoney(currency, 'refunded')(totals) ?? 0, currency) })}
            </Text>
          </NumberCard>
        ))}
        <NumberCard today={today} title={text('purchases')} read={({ purchases }) => purchases} format={number}>
          <Text size="xs">{text('checkouts', { count: totals.checkouts })}</Text>
          {totals.test.purchases > 0 && (
            <Text size="xs" fw={600}>
              {text('testPurchases', {
                count: totals.test.purchases,
                amount: totals.test.money.map(({ revenue, currency }) => money(revenue, currency)).join(' + ')
              })}
            </Text>
          )}
        </NumberCard>
        <NumberCard today={today} title={text('unlocks')} read={({ unlocks }) => unlocks} format={number}>
          <Text size="xs">{text('unlockCoins', { count: totals.unlock_coins })}</Text>
        </NumberCard>
        <NumberCard
          today={today}
          title={text('refunds')}
          read={({ refunds }) => refunds}
          format={number}
          isLessBetter
        />
        <NumberCard
          today={today}
          title={text('firstFrame')}
          read={({ first_frame }) => first_frame.p75}
          format={milliseconds}
          isLessBetter
        >
          <Text size="xs">
            {text('firstFrameShares', {
              p50: toTime(totals.first_frame.p50),
              p75: toTime(totals.first_frame.p75),
              p95: toTime(totals.first_frame.p95)
            })}
          </Text>
        </NumberCard>
        <NumberCard
          today={today}
          title={text('rebuffering')}
          read={({ rebuffering }) => rebuffering.share}
          format={percent}
          isLessBetter
        >
          <Text size="xs">{text('stalled', { count: totals.rebuffering.stalled, exits: totals.early_exits })}</Text>
        </NumberCard>
      </SimpleGrid>
    </Stack>
  )
}
