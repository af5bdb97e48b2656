import type { ChannelState, RewardIndex } from '../../../../contract/reward.js'
import { channelNames } from '../../../core/campaign/share-link.js'
import type { Claims } from '../../../core/reward/claims.js'
import { refusalKey } from '../../../core/reward/reward-errors.js'
import { channelOffer } from '../../../core/reward/reward-page.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import { useTranslation } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { usePriceAndDateFormat } from '../../app/use-price-and-date-format.js'
import { Coin } from '../../ui/icon/coin.js'
import { ClaimButton } from '../claim-button.js'
import { RewardIcon } from '../reward-icon.js'
import { useReviewTime, useSubmissionWindow, useTimeUntil } from '../use-review-time.js'

interface Props {
  page: Rewards & Claims
  index: RewardIndex
  state: ChannelState
}

export function ChannelStatusCard({ page, index, state }: Props) {
  const { number } = useTranslation()
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const { latest, max_per_day: max, used_today } = state
  const isShare = state.channel !== 'telegram'
  const leftToday = index.rules.share_scope === 'all' ? 'leftTodayTogether' : 'leftToday'
  const offer = channelOffer(state)
  return (
    <section className="reward-today channel-status" aria-label={text('handInTime')}>
      <div className="channel-status-head">
        <p className="reward-total">
          <Coin />
          <b>+{number(state.reward_bonus)}</b>
        </p>
        {offer.type === 'claim' && (
          <ClaimButton page={page} claimable={`share:${offer.id}`} title={channelNames[state.channel]} state="open" />
        )}
      </div>
      {isShare && <WindowLine page={page} index={index} state={state} />}
      {isShare && <p>{text(leftToday, { left: Math.max(0, max - used_today), max })}</p>}
      <SubmissionTiming page={page} state={state} />
      {offer.type === 'claim' && latest?.claim_until && (
        <p>{text('claimUntil', { date: dateTime(latest.claim_until) })}</p>
      )}
    </section>
  )
}

function WindowLine({ page, index, state }: Props) {
  const text = usePartText(page.texts)
  const { hours, zone, own } = useSubmissionWindow(index, state, text)
  return (
    <p className="channel-status-window">
      <RewardIcon name="clock" />
      <span>
        {text('windowIn', { hours, zone })}
        {own !== undefined && ` · ${text('windowOwn', { hours: own })}`}
      </span>
    </p>
  )
}

function SubmissionTiming({ page, state }: Pick<Props, 'page' | 'state'>) {
  const reviewTime = useReviewTime(page)
  const { latest, channel } = state
  return (
    <>
      {latest?.status === 0 && <p className="channel-status-time">{reviewTime(latest, 'review')}</p>}
      {(latest?.status !== 0 || channel !== 'telegram') && <NextSubmission page={page} state={state} />}
    </>
  )
}

function NextSubmission({ page, state }: Pick<Props, 'page' | 'state'>) {
  const text = usePartText(page.texts)
  const timeUntil = useTimeUntil(page)
  const { code, can_submit, next_at, channel } = state
  if (can_submit) return channel === 'telegram' ? null : <p className="channel-status-time">{text('openNow')}</p>
  const refusal =
    code === 4407 && channel === 'telegram' ? 'telegramDone' : code === null ? undefined : refusalKey(code)
  return (
    <>
      {refusal && <p>{text(refusal)}</p>}
      {next_at !== null && (
        <p className="channel-status-time" role="timer">
          {text(code === 4401 ? 'opensIn' : 'nextIn', { time: timeUntil(next_at) })}
        </p>
      )}
    </>
  )
}
