import { sharePageUrl, shareUrl } from '../../../core/campaign/share-link.js'
import { inviteLink, type ShareRewardChannel } from '../../../core/reward/invite-link.js'
import type { Rewards } from '../../../core/reward/rewards.js'
import { findExternalLinkTarget } from '../../../dom/browser-features/in-app-browser.js'
import { type Scope, useScope } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { useCopyField } from '../../ui/controls/use-copy-field.js'
import { RewardIcon } from '../reward-icon.js'

interface Props {
  page: Rewards
  channel: ShareRewardChannel
  code: string
}

export function InviteLink({ page, channel, code }: Props) {
  const scope = useScope()
  const { app } = scope
  const text = usePartText(page.texts)
  const link = linkOf(scope, code)
  const { field, copy } = useCopyField(link)
  const emitShare = (via: ShareRewardChannel | 'copy') =>
    app.emit('drama-share', { drama_id: null, episode_no: null, channel: via })
  const copyLink = async () => {
    const isCopied = await copy()
    if (isCopied) emitShare('copy')
    app.toasts.showText(text(isCopied ? 'linkCopied' : 'copyFailed'))
  }
  return (
    <div className="invite">
      <div className="invite-link">
        <input {...field} aria-label={text('inviteLink')} />
        <button type="button" className="button quiet" part="button" onClick={() => void copyLink()}>
          <RewardIcon name="copy" />
          {text('copy')}
        </button>
      </div>
      <a
        className="button primary"
        part="button"
        href={shareUrl(channel, link, text('inviteText'))}
        target={findExternalLinkTarget()}
        rel="noopener noreferrer"
        onClick={() => emitShare(channel)}
      >
        <RewardIcon name={channel} />
        {text(channel)}
      </a>
    </div>
  )
}

function linkOf({ app, root }: Scope, code: string): string {
  const { href } = root.host.ownerDocument.location
  const page = sharePageUrl(href, app.router.$stack.get().top?.url ?? href)
  return inviteLink(page, { lpid: app.options.lpid, code })
}
