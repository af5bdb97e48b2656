// A page on which a share is proved by a screenshot: WhatsApp's and Facebook's differ by the channel alone.
import type { Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type Claims, createClaims } from './claims.js'
import type { ShareRewardChannel } from './invite-link.js'
import { createRewards, type Rewards } from './rewards.js'
import { createScreenshotField, type ScreenshotField, type Shrink } from './screenshot.js'
import { createDrafts } from './submission-drafts.js'
import { createSubmissions, type Submissions } from './submissions.js'
import { createSubmitter, type Submitter } from './submitter.js'

export interface SharePage extends Rewards, Claims, Pick<ScreenshotField, '$proof' | 'choose' | 'retry' | 'remove'> {
  channel: ShareRewardChannel
  submissions: Submissions
  $handing: Submitter['$handing']
  /** Hands the screenshot in; undefined where it was not taken. */
  handIn(): Promise<Submission | undefined>
}

export function createSharePage(app: App, channel: ShareRewardChannel, shrink: Shrink): SharePage {
  const rewards = createRewards(app)
  const submissions = createSubmissions(app, rewards, channel)
  const drafts = createDrafts(app)
  const proof = createScreenshotField(app, channel, drafts, shrink, rewards.signal)
  const handing = createSubmitter(app, channel, drafts, rewards)

  function finish(submission: Submission | undefined) {
    // What the server will not take again has to be chosen anew.
    if (submission || !drafts.find(channel)?.imageId) proof.clear()
    if (submission) void submissions.catchUp()
    return submission
  }

  void handing.resume().then(submission => submission && finish(submission))
  return {
    ...rewards,
    ...createClaims(app, rewards, () => submissions),
    channel,
    submissions,
    $proof: proof.$proof,
    $handing: handing.$handing,
    choose() {
      handing.clear()
      return proof.choose()
    },
    retry: proof.retry,
    remove() {
      handing.clear()
      proof.remove()
    },
    async handIn() {
      const shown = proof.$proof.get()
      if (shown.state !== 'ready') {
        handing.refuse('screenshotMissing')
        return undefined
      }
      return finish(await handing.send({ imageId: shown.imageId }))
    },
    async catchUp() {
      await Promise.all([rewards.catchUp(), submissions.catchUp()])
    }
  }
}
