import type { Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type Claims, createClaims } from './claims.js'
import type { ShareRewardChannel } from './invite-link.js'
import { createRewards, type Rewards } from './rewards.js'
import { createScreenshotField, type ScreenshotField, type Shrink } from './screenshot.js'
import { createDrafts } from './submission-drafts.js'
import { createSubmissions, type Submissions } from './submissions.js'
import { createSubmitter, type Submitter } from './submitter.js'

export interface SharePage
  extends Rewards,
    Claims,
    Pick<ScreenshotField, '$screenshot' | 'choose' | 'retry' | 'remove'> {
  channel: ShareRewardChannel
  submissions: Submissions
  $submitState: Submitter['$submitState']
  submit(): Promise<Submission | undefined>
}

export function createSharePage(app: App, channel: ShareRewardChannel, shrink: Shrink): SharePage {
  const rewards = createRewards(app)
  const submissions = createSubmissions(app, rewards, channel)
  const drafts = createDrafts(app)
  const screenshot = createScreenshotField(app, channel, drafts, shrink, rewards.signal)
  const submitter = createSubmitter(app, channel, drafts, rewards)

  function finish(submission: Submission | undefined) {
    if (submission || !drafts.find(channel)?.imageId) screenshot.clear()
    if (submission) void submissions.refreshQuietly()
    return submission
  }

  void submitter.resume().then(submission => submission && finish(submission))
  return {
    ...rewards,
    ...createClaims(app, rewards, () => submissions),
    channel,
    submissions,
    $screenshot: screenshot.$screenshot,
    $submitState: submitter.$submitState,
    choose() {
      submitter.clear()
      return screenshot.choose()
    },
    retry: screenshot.retry,
    remove() {
      submitter.clear()
      screenshot.remove()
    },
    async submit() {
      const shown = screenshot.$screenshot.get()
      if (shown.state !== 'ready') {
        submitter.refuse('screenshotMissing')
        return undefined
      }
      return finish(await submitter.send({ imageId: shown.imageId }))
    },
    async refreshQuietly() {
      await Promise.all([rewards.refreshQuietly(), submissions.refreshQuietly()])
    }
  }
}
