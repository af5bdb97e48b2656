import type { RewardIndex } from '../../../../contract/reward.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import { usePartText } from '../../app/use-part-text.js'

interface Props {
  page: Rewards
  rules: RewardIndex['rules']
}

export function ShareRules({ page, rules }: Props) {
  const text = usePartText(page.texts)
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
  const minutes = (seconds: number) => Math.round(seconds / 60)
  const submissionWindow = {
    from: hour(rules.opens_hour),
    to: hour(rules.closes_hour),
    minutes: minutes(rules.seconds_between)
  }
  const review = {
    minutes: minutes(rules.seconds_to_review),
    count: rules.clicks_to_approve,
    days: rules.claim_days
  }
  const ruleBonus = rules.share_scope === 'all' ? 'ruleBonusTogether' : 'ruleBonus'
  return (
    <section className="share-rules" aria-labelledby="reward-rules">
      <h2 id="reward-rules">{text('rules')}</h2>
      <ul>
        <li>{text('ruleNewShare')}</li>
        <li>{text('ruleFriends', { count: rules.friends })}</li>
        <li>{text(ruleBonus, { count: rules.reward_bonus, max: rules.max_per_day })}</li>
        <li>{text('ruleWindow', submissionWindow)}</li>
        <li>{text('ruleReview', review)}</li>
        <li>{text('rulePrivacy')}</li>
      </ul>
    </section>
  )
}
