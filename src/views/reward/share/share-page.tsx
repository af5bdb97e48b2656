import type { RewardIndex } from '../../../../contract/reward.js'
import type { ShareRewardChannel } from '../../../core/reward/invite-link.js'
import { createSharePage, type SharePage } from '../../../core/reward/share-page.js'
import type { StackPage } from '../../../core/router/router.js'
import { shrinkImage } from '../../../dom/shrink-image.js'
import { useScope } from '../../app/scope.js'
import { usePageModel } from '../../app/use-page-model.js'
import { usePartText } from '../../app/use-part-text.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import { EmptyState } from '../../ui/status/notice.js'
import { useClaimToast } from '../claim-button.js'
import { css as frameCss, RewardPageFrame } from '../reward-page-frame.js'
import { SubmissionList } from '../submissions/submission-list.js'
import submissionsCss from '../submissions/submissions.css'
import { ChannelStatusCard } from './channel-status-card.js'
import { InviteLink } from './invite-link.js'
import sampleCss from './sample-screenshot.css'
import { SampleScreenshot } from './sample-screenshot.js'
import pictureCss from './screenshot-box.css'
import { ScreenshotBox } from './screenshot-box.js'
import shareCss from './share-page.css'
import { ShareRules } from './share-rules.js'
import { SubmitButton } from './submit-button.js'

export const css = frameCss + shareCss + sampleCss + pictureCss + submissionsCss

interface Props {
  stackPage: StackPage
  channel: ShareRewardChannel
}

export function SharePageView({ stackPage, channel }: Props) {
  const { app, root } = useScope()
  const page = usePageModel(() => createSharePage(app, channel, file => shrinkImage(file, root.host.ownerDocument)))
  return (
    <RewardPageFrame page={page} stackPage={stackPage}>
      {index => <Steps page={page} index={index} />}
    </RewardPageFrame>
  )
}

function Steps({ page, index }: { page: SharePage; index: RewardIndex }) {
  const text = usePartText(page.texts)
  useClaimToast(page)
  const state = index.shares[page.channel]
  if (!state.is_enabled) return <EmptyState icon={<ActionIcon name="info" />} text={text('notOffered')} />
  return (
    <>
      <ChannelStatusCard page={page} index={index} state={state} />
      <ol className="reward-steps">
        <li>
          <h2>{text('stepShare')}</h2>
          <p>{text('ruleFriends', { count: index.rules.friends })}</p>
          <InviteLink page={page} channel={page.channel} code={index.share_code} />
        </li>
        <li>
          <h2>{text('stepScreenshot')}</h2>
          <SampleScreenshot page={page} channel={page.channel} friends={index.rules.friends} />
        </li>
        <li>
          <h2>{text('stepUpload')}</h2>
          <ScreenshotBox page={page} />
          <SubmitButton page={page} isEnabled={state.can_submit} />
        </li>
      </ol>
      <ShareRules page={page} rules={index.rules} />
      <section aria-labelledby="reward-mine">
        <h2 id="reward-mine">{text('mySubmissions')}</h2>
        <SubmissionList page={page} submissions={page.submissions} />
      </section>
    </>
  )
}
