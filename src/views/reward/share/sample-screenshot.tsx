import type { ShareRewardChannel } from '../../../core/reward/invite-link.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import { usePartText } from '../../app/use-part-text.js'

interface Props {
  page: Rewards
  channel: ShareRewardChannel
  friends: number
}

export function SampleScreenshot({ page, channel, friends }: Props) {
  const text = usePartText(page.texts)
  return (
    <figure className="sample">
      <svg viewBox="0 0 150 190" width="150" height="190" aria-hidden="true" focusable="false">
        <rect className="sample-phone" x="4" y="4" width="142" height="182" rx="16" />
        <rect className="sample-bar" x="4" y="24" width="142" height="26" data-channel={channel} />
        <circle className="sample-face" cx="22" cy="37" r="8" />
        <rect className="sample-text" x="36" y="33" width="56" height="8" rx="4" />
        <text className="sample-mark" x="136" y="19" textAnchor="end">
          10:24
        </text>
        <rect className="sample-bubble" x="40" y="60" width="98" height="62" rx="10" data-channel={channel} />
        <rect className="sample-text" x="50" y="69" width="70" height="6" rx="3" />
        <rect className="sample-text" x="50" y="80" width="52" height="6" rx="3" />
        <rect className="sample-link" x="50" y="92" width="78" height="14" rx="4" />
        <text className="sample-mark" x="130" y="118" textAnchor="end">
          10:24 ✓✓
        </text>
        <rect className="sample-list" x="14" y="132" width="122" height="42" rx="8" />
        {[28, 44, 60, 76].map(x => (
          <circle key={x} className="sample-face" cx={x} cy="153" r="10" />
        ))}
        <text className="sample-count" x="126" y="157" textAnchor="end">
          +{friends}
        </text>
      </svg>
      <figcaption>
        <p>{text('sampleWhat')}</p>
        <ul>
          <li>{text('sampleTime')}</li>
          <li>{text('sampleLink')}</li>
          <li>{text('sampleFriends', { count: friends })}</li>
        </ul>
      </figcaption>
    </figure>
  )
}
