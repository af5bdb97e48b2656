import { Alert, Badge, Divider, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time-text.js'
import { NearPictures } from './near-pictures.js'
import { PictureThumb } from './picture-thumb.js'
import { StatusBadge } from './status-badge.js'
import type { NearSubmission, Submission, SubmissionDetails } from './submission.js'

interface SubmissionPanelProps {
  submission: Submission
  compared?: NearSubmission | null
  onCompare?(near: NearSubmission | null): void
}

/** What speaks for and against a submission. */
export function SubmissionPanel({ submission, compared = null, onCompare }: SubmissionPanelProps) {
  const details = useActionQuery('/operator/reward_show', { id: submission.id })
  return (
    <Stack gap="md">
      <Facts submission={submission} campaignName={details.data?.campaign_name ?? null} />
      {details.error !== null && <ErrorAlert error={details.error} onRetry={() => void details.refetch()} />}
      {details.isPending && (
        <Stack gap="xs">
          <Skeleton height={14} />
          <Skeleton height={14} width="80%" />
          <Skeleton height={14} width="60%" />
        </Stack>
      )}
      {submission.telegram_id === null && (
        <NearPictures
          submission={submission}
          isPlain={details.data?.picture?.is_plain ?? false}
          sameFileViewers={details.data?.picture?.same_file_viewers ?? 0}
          compared={compared}
          onCompare={onCompare}
        />
      )}
      {details.data !== undefined && (
        <>
          <Clicks clicks={details.data.clicks} />
          <Viewer details={details.data} />
        </>
      )}
    </Stack>
  )
}

function Facts({ submission, campaignName }: { submission: Submission; campaignName: string | null }) {
  const text = useText('console-reviews')
  const { duration } = useFormats()
  const { channel, objection, appeal, appealed_at, created_at, lpid, reward_bonus, status } = submission
  const since = appealed_at ?? created_at
  const waitingS = Math.max(0, (Date.now() - new Date(since).getTime()) / 1000)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="outline" color="gray">
          {text(`channel_${channel}`)}
        </Badge>
        <Badge variant="outline" color="gray">
          {text('reward', { count: reward_bonus })}
        </Badge>
        {status !== 0 && <StatusBadge status={status} />}
      </Group>
      <Text size="sm">
        {status === 0 ? text('waitingFor', { time: duration(waitingS) }) : <TimeText instant={created_at} />}
        {' · '}
        {lpid === null ? text('noCampaign') : `${text('campaign')}: ${campaignName ?? lpid}`}
      </Text>
      {appeal !== null && (
        <Alert color="blue" title={text('appeal')}>
          <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {appeal}
          </Text>
          {objection !== null && (
            <Text size="sm" c="dimmed">
              {text('appealAgainst', { reason: text(`reason_${objection}`) })}
            </Text>
          )}
        </Alert>
      )}
      {appeal === null && objection !== null && status === 0 && (
        <Alert color="orange" title={text('objection', { reason: text(`reason_${objection}`) })}>
          <Text size="sm">{text('objectionLead')}</Text>
        </Alert>
      )}
      {status === 3 && submission.reason !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text(`reason_${submission.reason}`)}
          {submission.note !== null && `: ${submission.note}`}
        </Text>
      )}
      {submission.reviewed_at !== null && (
        <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {submission.reviewer} · <TimeText instant={submission.reviewed_at} />
        </Text>
      )}
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      <Divider />
      <Text fw={600} size="sm" component="h2">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function Clicks({ clicks }: { clicks: SubmissionDetails['clicks'] }) {
  const text = useText('console-reviews')
  const { relative } = useFormats()
  const [newest] = clicks.newest
  if (newest === undefined) {
    return (
      <Section title={text('clicks')}>
        <Text size="sm" c="dimmed">
          {text('noClicks')}
        </Text>
      </Section>
    )
  }
  return (
    <Section title={text('clicks')}>
      <Text size="sm">
        {text('clickCount', { count: clicks.total })}, {text('clickSince', { count: clicks.since_submission })},{' '}
        {text('clickNetworks', { count: clicks.networks })}
      </Text>
      {clicks.same_network > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {text('clickOwn', { count: clicks.same_network })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {text('lastClick', { time: relative(newest) })}
      </Text>
    </Section>
  )
}

function Viewer({ details: { viewer, former } }: { details: SubmissionDetails }) {
  const text = useText('console-reviews')
  const { date, count } = { ...useFormats(), count: viewer.earned_bonus }
  return (
    <>
      <Section title={text('viewer')}>
        <Group gap={4}>
          <Text size="sm" ff="monospace">
            {toShortId(viewer.user_id)}
          </Text>
          <CopyAction value={toShortId(viewer.user_id)} />
        </Group>
        <Text size="sm">
          {viewer.deleted_at === null ? text('viewerSince', { time: date(viewer.created_at) }) : text('viewerDeleted')}
          {' · '}
          {text('earned')}: {text('bonusCount', { count })}
        </Text>
      </Section>
      <Section title={text('former')}>
        {former.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text('noFormer')}
          </Text>
        ) : (
          <>
            <Text size="sm">
              {text('formerCounts', {
                paid: viewer.claimed,
                approved: viewer.approved,
                rejected: viewer.rejected,
                waiting: viewer.waiting
              })}
            </Text>
            {former.map(one => (
              <Group key={one.id} gap="xs" wrap="nowrap" align="flex-start">
                <PictureThumb id={one.id} hasImage={one.has_image} width={44} />
                <Stack gap={2} style={{ minWidth: 0 }}>
                  <Group gap="xs">
                    <StatusBadge status={one.status} />
                    <Text size="xs" c="dimmed" component="div">
                      {text(`channel_${one.channel}`)} · <TimeText instant={one.created_at} />
                    </Text>
                  </Group>
                  {one.reason !== null && <Text size="xs">{text(`reason_${one.reason}`)}</Text>}
                  {one.telegram_id !== null && (
                    <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                      {one.telegram_id}
                    </Text>
                  )}
                </Stack>
              </Group>
            ))}
          </>
        )}
      </Section>
    </>
  )
}
