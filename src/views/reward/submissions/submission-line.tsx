import { type KeyboardEvent, useId, useState } from 'react'
import type { Submission } from '../../../../contract/reward.js'
import type { RewardMessageKey } from '../../../../locales/reward/en.js'
import { channelNames } from '../../../core/campaign/share-link.js'
import type { Claims } from '../../../core/reward/claims.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import type { Submissions } from '../../../core/reward/submissions.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { usePriceAndDateFormat } from '../../app/use-price-and-date-format.js'
import { Coin } from '../../ui/icon/coin.js'
import { ClaimButton } from '../claim-button.js'
import { RewardIcon } from '../reward-icon.js'
import { useReviewTime } from '../use-review-time.js'
import { rejectionMessage } from './submission-messages.js'

interface Props {
  page: Rewards & Claims
  submissions: Submissions
  submission: Submission
  isNamed: boolean
}

export function SubmissionLine({ page, submissions, submission, isNamed }: Props) {
  const { number } = useTranslation()
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const { id, channel, status, is_expired, reward_bonus, telegram_id, note, clicks, created_at } = submission
  const title = isNamed ? channelNames[channel] : dateTime(created_at)
  return (
    <li className="submission">
      <div className="submission-head">
        <div>
          <strong>{title}</strong>
          {isNamed && <small>{dateTime(created_at)}</small>}
          {telegram_id !== null && <small>{telegram_id}</small>}
          <b data-status={is_expired ? 'expired' : status}>
            {status === 3
              ? text('rejectedBecause', { reason: rejectionMessage(submission, text) })
              : text(statusKey(submission))}
          </b>
        </div>
        {status === 1 && !is_expired ? (
          <ClaimButton page={page} claimable={`share:${id}`} title={title} state="open" />
        ) : (
          <span className="submission-amount" data-got={status === 2 ? '' : undefined}>
            <Coin />
            {number(reward_bonus)}
          </span>
        )}
      </div>
      <Details page={page} submission={submission} />
      {note !== null && <p>“{note}”</p>}
      {clicks > 0 && <p>{text('clicks', { count: clicks })}</p>}
      {submission.image_id !== null && (
        <Screenshot page={page} submissions={submissions} imageId={submission.image_id} />
      )}
      {submission.can_appeal && <Appeal page={page} submissions={submissions} id={id} />}
    </li>
  )
}

const statuses: readonly RewardMessageKey[] = ['underReview', 'statusApproved', 'claimed']

function statusKey({ status, is_expired }: Submission): RewardMessageKey {
  return is_expired ? 'statusExpired' : (statuses[status] ?? 'underReview')
}

function Details({ page, submission }: Pick<Props, 'page' | 'submission'>) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const reviewTime = useReviewTime(page)
  const { status, claim_until, is_expired } = submission
  if (status === 0) return <p>{reviewTime(submission, 'decided')}</p>
  if (status === 1 && claim_until !== null && !is_expired) {
    return <p>{text('claimUntil', { date: dateTime(claim_until) })}</p>
  }
  return null
}

function Screenshot({ page, submissions, imageId }: Pick<Props, 'page' | 'submissions'> & { imageId: string }) {
  const text = usePartText(page.texts)
  const [isLoading, setLoading] = useState(false)
  const show = async () => {
    if (isLoading) return
    setLoading(true)
    await submissions.showPicture(imageId)
    setLoading(false)
  }
  return (
    <button
      type="button"
      className="button quiet submission-button"
      part="button"
      aria-busy={isLoading}
      onClick={() => void show()}
    >
      {isLoading ? <i className="spinner-ring" /> : <RewardIcon name="picture" />}
      {text('pictureChosen')}
    </button>
  )
}

function Appeal({ page, submissions, id }: Pick<Props, 'page' | 'submissions'> & { id: string }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const field = useId()
  const [isOpen, setOpen] = useState(false)
  const [written, setWritten] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (written.trim() === '' || isSending) return
    setSending(true)
    const submission = await submissions.appeal(id, written.trim())
    setSending(false)
    if (!submission) return
    page.patch({ submission })
    app.toasts.showText(text('appealSent'))
  }
  if (!isOpen) {
    return (
      <button type="button" className="button quiet submission-button" part="button" onClick={() => setOpen(true)}>
        {text('appeal')}
      </button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the field's keys from the host page
    <div
      className="submission-form"
      onKeyDown={(event: KeyboardEvent) => event.key !== 'Escape' && event.stopPropagation()}
      onKeyUp={event => event.stopPropagation()}
    >
      <label htmlFor={field}>{text('appealWhat')}</label>
      <textarea
        id={field}
        rows={3}
        maxLength={500}
        value={written}
        // biome-ignore lint/a11y/noAutofocus: the viewer has just opened this field
        autoFocus
        onChange={event => setWritten(event.currentTarget.value)}
      />
      <button
        type="button"
        className="button primary"
        part="button"
        aria-disabled={written.trim() === '' || isSending}
        onClick={() => void send()}
      >
        {isSending ? <i className="spinner-ring" /> : text('appealSend')}
      </button>
    </div>
  )
}
