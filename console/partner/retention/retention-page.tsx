import { Group, Paper, Skeleton, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useActionQuery } from '../../api/use-action.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { Page } from '../../ui/page.js'
import { CampaignSelect } from '../campaign-select.js'
import { CsvButton } from '../csv-button.js'
import { DramaSelect } from '../drama-select.js'
import { PartnerFrame } from '../partner-frame.js'
import { PeriodPicker } from '../period-picker.js'
import { toReportFilter } from '../report/report-request.js'
import { parseReportSearch } from '../report/report-search.js'
import { RetentionContent } from './lazy-retention-content.js'

export const RetentionPage = () => (
  <PartnerFrame>
    <Retention />
  </PartnerFrame>
)

function Retention() {
  const text = useText('console-partner')
  const general = useText('console')
  const { language } = useLanguage()
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { from, to, lpid } = parseReportSearch(raw)
  const dramaId = typeof raw.drama === 'string' ? raw.drama : undefined
  const episodeNo = Number(raw.episode ?? 0)
  const change = (changes: object) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }), resetScroll: false } as never)
  const request = { drama_id: dramaId ?? '', lang: language.apiCode, ...toReportFilter({ from, to, lpid }) }
  const retention = useActionQuery('/partner/retention', request, { isEnabled: dramaId !== undefined })
  const { data } = retention
  const shown = data?.list.find(({ episode_no }) => episode_no === episodeNo) ?? data?.list[0]
  return (
    <Page
      title={general('partnerRetention')}
      lead={text('retentionLead')}
      actions={
        dramaId !== undefined && (
          <CsvButton path="/partner/retention" request={request} fileName={`retention-${dramaId}`} />
        )
      }
    >
      <Group align="flex-end">
        <DramaSelect value={dramaId} onChange={drama => change({ drama: drama?.drama_id, episode: undefined })} />
        <PeriodPicker from={from} to={to} shown={data} onChange={change} />
        <CampaignSelect value={lpid} onChange={value => change({ lpid: value })} />
      </Group>
      {dramaId === undefined ? (
        <Paper withBorder p="xl">
          <Text c="dimmed" ta="center">
            {text('retentionChoose')}
          </Text>
        </Paper>
      ) : (
        <Suspense fallback={<Skeleton h={320} />}>
          <RetentionContent
            data={data}
            shown={shown}
            error={retention.error}
            onRetry={() => void retention.refetch()}
            onEpisode={episode => change({ episode })}
          />
        </Suspense>
      )}
    </Page>
  )
}
