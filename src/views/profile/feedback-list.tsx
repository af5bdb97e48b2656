import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { FeedbackMessage } from '../../../contract/feedback.js'
import { feedbackKinds } from '../../core/profile/feedback.js'
import type { FeedbackMessages } from '../../core/profile/feedback-messages.js'
import type { ProfileTexts } from '../../core/profile/messages.js'
import { useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'

interface Props {
  texts: ProfileTexts
  messages: FeedbackMessages
}

export function FeedbackList({ texts, messages }: Props) {
  const { text: appText } = useTranslation()
  const text = usePartText(texts)
  const { paged, markSeen } = messages
  const loadable = useStore(paged.list.$loadable)
  const next = useStore(paged.$next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page may show new answers
  useEffect(() => void markSeen(), [markSeen, loadable])
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={paged.reload} />
  if (loadable.state === 'loading') return <SkeletonLines />
  const { list, next_cursor } = loadable.value
  return (
    <>
      <ul className="feedback-list">
        {list.map(message => (
          <FeedbackEntry key={message.id} texts={texts} message={message} />
        ))}
      </ul>
      {next_cursor !== null && (
        <button
          type="button"
          className="button quiet"
          part="button"
          aria-disabled={next === 'loading'}
          onClick={() => void paged.loadMore()}
        >
          {next === 'loading' ? (
            <i className="spinner-ring" />
          ) : next === 'failed' ? (
            appText('moreFailed')
          ) : (
            text('feedbackOlder')
          )}
        </button>
      )}
    </>
  )
}

function FeedbackEntry({ texts, message }: { texts: ProfileTexts; message: FeedbackMessage }) {
  const text = usePartText(texts)
  const { dateTime } = usePriceAndDateFormat()
  const { kind, text: written, created_at, answer, answered_at, is_unread } = message
  const title = feedbackKinds.find(known => known.kind === kind)?.title
  return (
    <li>
      <p className="feedback-about">
        {title && <b>{text(title)}</b>}
        <small>{dateTime(created_at)}</small>
      </p>
      <p className="feedback-words">{written}</p>
      {answer === null ? (
        <small>{text('feedbackUnanswered')}</small>
      ) : (
        <div className="feedback-answer">
          <p className="feedback-about">
            <b>{text('feedbackAnswer')}</b>
            {is_unread && <mark>{text('feedbackUnread')}</mark>}
            {answered_at !== null && <small>{dateTime(answered_at)}</small>}
          </p>
          <p className="feedback-words">{answer}</p>
        </div>
      )}
    </li>
  )
}
