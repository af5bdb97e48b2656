import type { ChannelState, RewardIndex } from '../../../../contract/reward.js'
import { channelNames } from '../../../core/campaign/share-link.js'
import type { RewardTranslate } from '../../../core/reward/messages.js'
import { type ChannelOffer, channelOffer, type RewardPage } from '../../../core/reward/reward-page.js'
import { useScope } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { usePriceAndDateFormat } from '../../app/use-price-and-date-format.js'
import { ClaimButton } from '../claim-button.js'
import { RewardIcon } from '../reward-icon.js'
import { rejectionMessage } from '../submissions/submission-messages.js'
import { useReviewTime, useSubmissionWindow, useTimeUntil } from '../use-review-time.js'

interface Props {
  page: RewardPage
  index: RewardIndex
  state: ChannelState
}

const pages = { whatsapp: 'whatsapp', facebook: 'facebook', telegram: 'tg' } as const

export function ChannelLine({ page, index, state }: Props) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const name = channelNames[state.channel]
  const offer = channelOffer(state)
  const openPage = () => void app.router.navigateTo({ url: `/pages/reward/${pages[state.channel]}` })
  return (
    <li className="reward-line">
      <span className="reward-sign" data-channel={state.channel}>
        <RewardIcon name={state.channel} />
      </span>
      <div className="reward-text">
        <h3>
          {offer.type === 'claim' ? (
            <button type="button" className="reward-name" onClick={openPage}>
              {name}
            </button>
          ) : (
            <b>{name}</b>
          )}
        </h3>
        <ChannelStatusText page={page} index={index} state={state} offer={offer} />
      </div>
      {offer.type === 'claim' ? (
        <ClaimButton page={page} claimable={`share:${offer.id}`} title={name} state="open" />
      ) : (
        <button
          type="button"
          className={offer.type === 'open' ? 'button primary reward-action' : 'reward-pill'}
          aria-label={`${name}: ${actionText(state, offer, text)}`}
          onClick={openPage}
        >
          {actionText(state, offer, text)}
        </button>
      )}
    </li>
  )
}

function actionText({ channel, latest }: ChannelState, offer: ChannelOffer, text: RewardTranslate): string {
  switch (offer.type) {
    case 'claim':
      return text('claim')
    case 'review':
      return text('underReview')
    case 'open':
      return text(channel === 'telegram' ? 'join' : 'send')
    case 'wait':
      return text('later')
    case 'closed':
      return text('closedNow')
    case 'limit':
      return text('tomorrow')
    case 'over':
      return text(latest?.status === 2 || channel === 'telegram' ? 'claimed' : 'open')
  }
}

function ChannelStatusText({ page, index, state, offer }: Props & { offer: ChannelOffer }) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const timeUntil = useTimeUntil(page)
  const reviewTime = useReviewTime(page)
  const { hours } = useSubmissionWindow(index, state, text)
  const { latest, max_per_day: max, reward_bonus: count } = state
  const shareTerms = index.rules.share_scope === 'all' ? 'shareTermsTogether' : 'shareTerms'
  const terms =
    state.channel === 'telegram' ? text('telegramTerms', { count }) : text(shareTerms, { count, max, hours })
  const isRejected = latest?.status === 3 && latest.reason !== null
  return (
    <>
      {isRejected && <p data-bad="">{text('rejectedBecause', { reason: rejectionMessage(latest, text) })}</p>}
      {offer.type === 'claim' && (
        <p data-good="">{text('approvedUntil', { date: dateTime(latest?.claim_until ?? index.server_time) })}</p>
      )}
      {offer.type === 'review' && latest && <p>{reviewTime(latest, 'review')}</p>}
      {(offer.type === 'open' || offer.type === 'over') && <p>{terms}</p>}
      {'at' in offer && offer.at !== null && <p>{text(waitKeys[offer.type], { time: timeUntil(offer.at) })}</p>}
    </>
  )
}

const waitKeys = { wait: 'nextIn', closed: 'opensIn', limit: 'limitUntil' } as const
