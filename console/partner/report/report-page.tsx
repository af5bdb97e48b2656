import { Alert, Button, Group, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import IconAdjustmentsHorizontal from '@tabler/icons-react/icons/IconAdjustmentsHorizontal'
import { Suspense, useState } from 'react'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { Page } from '../../ui/page.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { WhenIdle } from '../../ui/when-idle.js'
import { CampaignSelect } from '../campaign-select.js'
import { CsvButton } from '../csv-button.js'
import { PartnerFrame } from '../partner-frame.js'
import { PeriodPicker } from '../period-picker.js'
import { Funnel } from './funnel.js'
import { findComparedPart, findComparedPeriod } from './periods.js'
import { ReconciliationLine } from './reconciliation-line.js'
import { ReportKpis } from './report-kpis.js'
import { toReportFilter, toReportRequest } from './report-request.js'
import { compareRows } from './report-rows.js'
import { comparisons, groups } from './report-search.js'
import { TimeChart } from './time-chart.js'
import { useReportSearch } from './use-report-search.js'

const CampaignChanges = lazyWithRetry(() => import('./campaign-changes.js').then(module => module.CampaignChanges))
const ReportTable = lazyWithRetry(() => import('./report-table.js').then(module => module.ReportTable))

// They are drawn with the first answer, which takes longer than they do.
void ReportTable.preload()

/** About as high as the funnel. */
const FUNNEL_HEIGHT_PX = 640

export const ReportPage = () => (
  <PartnerFrame>
    <PartnerReport />
  </PartnerFrame>
)

function PartnerReport() {
  const text = useText('console-partner')
  const general = useText('console')
  const { date } = useFormats()
  const { language } = useLanguage()
  const { search, change } = useReportSearch()
  // Only a narrow screen hides them, because they would fill it.
  const [hasFilters, setHasFilters] = useState(false)
  const { from, to, group, lpid, compare, metric } = search
  const request = toReportRequest(search, language.apiCode)
  const report = useActionQuery('/partner/report', request)
  const data = report.data
  const period = data && { from: data.from.slice(0, 10), to: data.to.slice(0, 10) }
  const compared = period === undefined ? null : findComparedPeriod(period, compare)
  const part =
    data === undefined || period === undefined || compared === null
      ? null
      : findComparedPart({ period, compared }, { now: data.server_time, zone: data.timezone })
  const before = useActionQuery(
    '/partner/report',
    { ...request, ...(part !== null && { from: part.from, to: part.to }) },
    { isEnabled: part !== null }
  )
  const changes = { ...toReportFilter({ from: period?.from, to: period?.to, lpid }), lang: language.apiCode }
  const beforeData = compared === null ? undefined : before.data
  const formatPeriod = (days: { from: string; to: string }) =>
    days.from === days.to
      ? date(`${days.from}T12:00:00`)
      : `${date(`${days.from}T12:00:00`)} – ${date(`${days.to}T12:00:00`)}`
  return (
    <Page
      title={general('partnerReport')}
      lead={data && period && [formatPeriod(period), text('timeZone', { zone: data.timezone })].join(' · ')}
      actions={
        <CsvButton
          path="/partner/report"
          request={request}
          fileName={period ? `report-${group}-${period.from}-${period.to}` : 'report'}
        />
      }
    >
      <Button
        variant="default"
        hiddenFrom="sm"
        aria-expanded={hasFilters}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        onClick={() => setHasFilters(!hasFilters)}
      >
        {text('filters')}
      </Button>
      <Group align="flex-end" {...(!hasFilters && { visibleFrom: 'sm' })}>
        <PeriodPicker from={from} to={to} shown={period} onChange={days => change(days)} />
        <Select
          label={text('compareWith')}
          data={comparisons.map(name => ({ value: name, label: text(`compare_${name}`) }))}
          value={compare}
          allowDeselect={false}
          onChange={value => change({ compare: comparisons.find(name => name === value) ?? 'previous' })}
          w={200}
        />
        <CampaignSelect value={lpid} onChange={value => change({ lpid: value })} />
        <Select
          label={text('groupBy')}
          data={groups.map(name => ({ value: name, label: text(`group_${name}`) }))}
          value={group}
          allowDeselect={false}
          onChange={value => change({ group: groups.find(name => name === value) ?? 'day' })}
          w={170}
        />
      </Group>
      <ReportError error={report.error} onRetry={() => void report.refetch()} />
      <ErrorAlert
        error={report.error === null && compared !== null ? before.error : null}
        onRetry={() => void before.refetch()}
      />
      {report.error === null && (
        <Stack gap="lg">
          {compared !== null && (
            <Alert variant="light" color="gray" py="xs">
              {part?.untilHour == null
                ? text('comparedWith', { period: formatPeriod(compared) })
                : text('comparedOpen', {
                    period: formatPeriod({ from: compared.from, to: part.to.slice(0, 10) }),
                    time: `${part.untilHour}:00`
                  })}
            </Alert>
          )}
          <ReportKpis totals={data?.totals} before={beforeData?.totals ?? null} currencies={data?.currencies ?? []} />
          {data && <ReconciliationLine request={toReportFilter(search)} />}
          {data && period && (
            <WhenIdle fallback={<Skeleton h={FUNNEL_HEIGHT_PX} />}>
              <SimpleGrid cols={{ base: 1, xl: 2 }}>
                <Funnel totals={data.totals} before={beforeData?.totals ?? null} />
                <TimeChart
                  period={period}
                  compared={compared}
                  request={request}
                  changes={changes}
                  metric={metric}
                  currency={data.currencies[0] ?? 'BRL'}
                  onMetric={name => change({ metric: name })}
                />
              </SimpleGrid>
            </WhenIdle>
          )}
          {data && (
            <WhenIdle fallback={<Skeleton h={96} />}>
              <Suspense fallback={<Skeleton h={96} />}>
                <CampaignChanges request={changes} zone={data.timezone} />
              </Suspense>
            </WhenIdle>
          )}
          <WhenIdle fallback={<Skeleton h={400} />}>
            <Suspense fallback={<Skeleton h={400} />}>
              <ReportTable
                group={group}
                rows={compareRows(data?.list ?? [], beforeData?.list ?? null, group)}
                totals={data?.totals}
                totalsBefore={beforeData?.totals ?? null}
                currencies={data?.currencies ?? []}
                isLoading={report.isPending}
                onOpen={change}
              />
            </Suspense>
          </WhenIdle>
          {data?.has_more && <Alert color="yellow">{text('onlyFirstRows')}</Alert>}
        </Stack>
      )}
    </Page>
  )
}

function ReportError({ error, onRetry }: Parameters<typeof ErrorAlert>[0]) {
  const text = useText('console-partner')
  const toErrorText = useErrorText({
    too_long: text('errorTooLong'),
    ends_before_it_begins: text('errorEndsBefore'),
    not_a_day: text('errorNotADay'),
    unknown_campaign: text('errorUnknownCampaign')
  })
  if (error?.reason == null) return <ErrorAlert error={error} {...(onRetry !== undefined && { onRetry })} />
  return (
    <Alert color="red" role="alert">
      {toErrorText(error)}
    </Alert>
  )
}
