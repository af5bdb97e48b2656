import { Button, Kbd, Select, Text, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import IconKeyboard from '@tabler/icons-react/icons/IconKeyboard'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormats } from '../i18n/formats.js'
import type { TextOf } from '../i18n/parts.js'
import { useText } from '../i18n/use-text.js'
import { useErrorText } from '../ui/use-error-text.js'
import { KeysDialog } from './keys-dialog.js'
import { NoSubmission } from './no-submission.js'
import type { QueueState } from './queue-state.js'
import { ReviewProgress } from './review-progress.js'
import { ReviewsFrame, useMayReview } from './reviews-frame.js'
import { channels, type RewardChannel } from './submission.js'
import { SubmissionReview } from './submission-review.js'
import { type QueueNews, type ReviewQueue, useReviewQueue } from './use-review-queue.js'

export function QueuePage() {
  return useMayReview() ? <Queue /> : <Navigate to="/reviews/decided" replace />
}

function Queue() {
  const text = useText('console-reviews')
  const [announcement, setAnnouncement] = useState('')
  const showRefusal = useRefusalNotice()
  const queue = useReviewQueue(news => {
    setAnnouncement(toAnnouncement(news, text))
    showRefusal(news)
  })
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const { submissions, waiting, reviewed } = queue.state
  return (
    <ReviewsFrame
      actions={
        <>
          <OldestWaiting waiting={waiting} />
          <ReviewProgress reviewed={reviewed} />
          <ChannelFilter queue={queue} />
          <Button
            variant="default"
            size="xs"
            visibleFrom="sm"
            leftSection={<IconKeyboard size={16} aria-hidden />}
            rightSection={
              <Kbd size="xs" aria-hidden>
                ?
              </Kbd>
            }
            onClick={() => setAreKeysOpen(true)}
          >
            {text('keys')}
          </Button>
        </>
      }
    >
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {submissions.length === 0 ? (
        <NoSubmission queue={queue} />
      ) : (
        <SubmissionReview queue={queue} isBlocked={areKeysOpen} onKeys={() => setAreKeysOpen(true)} />
      )}
      <KeysDialog isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
    </ReviewsFrame>
  )
}

function OldestWaiting({ waiting }: Pick<QueueState, 'waiting'>) {
  const text = useText('console-reviews')
  const { duration } = useFormats()
  if (waiting.length === 0) return null
  const oldestAt = Math.min(...waiting.map(one => new Date(one.oldest_at).getTime()))
  return (
    <Text size="sm" c="dimmed" visibleFrom="lg">
      {text('oldest', { time: duration(Math.max(0, Date.now() - oldestAt) / 1000) })}
    </Text>
  )
}

const ALL = 'all'

function ChannelFilter({ queue: { state, channel, chooseChannel } }: { queue: ReviewQueue }) {
  const text = useText('console-reviews')
  const countOf = (wanted: RewardChannel) => state.waiting.find(one => one.channel === wanted)?.count ?? 0
  const total = state.waiting.reduce((sum, { count }) => sum + count, 0)
  const toOption = (value: string, label: string, count: number) => ({ value, label: `${label} (${count})` })
  return (
    <Select
      aria-label={text('channel')}
      w={200}
      size="xs"
      allowDeselect={false}
      value={channel ?? ALL}
      data={[
        toOption(ALL, text('allChannels'), total),
        ...channels.map(one => toOption(one, text(`channel_${one}`), countOf(one)))
      ]}
      onChange={value => void chooseChannel(channels.find(one => one === value) ?? null)}
    />
  )
}

function toAnnouncement({ type }: QueueNews, text: TextOf<'console-reviews'>): string {
  if (type === 'returned') return text('decisionFailed')
  if (type === 'refused') return text('decisionTaken')
  if (type === 'nothing to undo') return text('nothingToUndo')
  return text(type === 'not undone' ? 'undoFailed' : type)
}

/** Says why a decision, or its undo, was not accepted or not tried. */
function useRefusalNotice(): (news: QueueNews) => void {
  const text = useText('console-reviews')
  const reasons = {
    leased: text('leased'),
    not_under_review: text('not_under_review'),
    claimed: text('claimed'),
    undo_over: text('undo_over'),
    not_decided: text('not_decided'),
    other_operator: text('other_operator'),
    telegram_used: text('telegram_used')
  }
  const toErrorText = useErrorText(reasons, false)
  return news => {
    if (news.type === 'nothing to undo') {
      notifications.show({ id: news.type, message: text('nothingToUndo'), position: 'top-center' })
      return
    }
    if (!('error' in news)) return
    notifications.show({
      color: 'red',
      title: toAnnouncement(news, text),
      message: toErrorText(news.error),
      // Not over the buttons.
      position: 'top-center',
      autoClose: 10_000
    })
  }
}
