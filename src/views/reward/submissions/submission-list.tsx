import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Claims } from '../../../core/reward/claims.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import type { Submissions } from '../../../core/reward/submissions.js'
import { usePartText } from '../../app/use-part-text.js'
import { EmptyState, FailureView } from '../../ui/status/notice.js'
import { SkeletonLines } from '../../ui/status/skeleton-lines.js'
import { RewardIcon } from '../reward-icon.js'
import { SubmissionLine } from './submission-line.js'

export interface SubmissionListProps {
  page: Rewards & Claims
  submissions: Submissions
  isNamed?: boolean
}

export function SubmissionList({ page, submissions, isNamed = false }: SubmissionListProps) {
  const text = usePartText(page.texts)
  const { paged, refreshQuietly } = submissions
  const loadable = useStore(paged.list.$loadable)
  const next = useStore(paged.$next)
  useEffect(() => void refreshQuietly(), [refreshQuietly])
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={paged.reload} />
  if (loadable.state === 'loading') return <SkeletonLines />
  const { list, next_cursor } = loadable.value
  if (list.length === 0 && isNamed)
    return <EmptyState icon={<RewardIcon name="picture" />} text={text('noSubmissions')} />
  if (list.length === 0) return <p className="submissions-none">{text('noSubmissions')}</p>
  return (
    <>
      <ul className="submissions">
        {list.map(submission => (
          <SubmissionLine
            key={submission.id}
            page={page}
            submissions={submissions}
            submission={submission}
            isNamed={isNamed}
          />
        ))}
      </ul>
      {next_cursor !== null && (
        <button
          type="button"
          className="button quiet submissions-more"
          part="button"
          aria-disabled={next === 'loading'}
          onClick={() => void paged.loadMore()}
        >
          {next === 'loading' ? <i className="spinner-ring" /> : text(next === 'failed' ? 'moreFailed' : 'showMore')}
        </button>
      )}
    </>
  )
}
