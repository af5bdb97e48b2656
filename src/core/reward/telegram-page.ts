import type { Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type Claims, createClaims } from './claims.js'
import { createRewards, type Rewards } from './rewards.js'
import { createDrafts } from './submission-drafts.js'
import { createSubmissions, type Submissions } from './submissions.js'
import { createSubmitter, type Submitter } from './submitter.js'

export interface TelegramPage extends Rewards, Claims {
  submissions: Submissions
  $submitState: Submitter['$handing']
  /** The id is being changed: what was said of the last one is no longer true. */
  write(): void
  /** Hands an id in, as it was written; undefined where it was not taken. */
  submit(telegramId: string): Promise<Submission | undefined>
}

export function createTelegramPage(app: App): TelegramPage {
  const rewards = createRewards(app)
  const submissions = createSubmissions(app, rewards, 'telegram')
  const handing = createSubmitter(app, 'telegram', createDrafts(app), rewards)
  void handing.resume().then(submission => submission && submissions.catchUp())
  return {
    ...rewards,
    ...createClaims(app, rewards, () => submissions),
    submissions,
    $submitState: handing.$handing,
    write: handing.clear,
    async submit(written) {
      const telegramId = written.trim()
      if (telegramId === '') {
        handing.refuse('telegramIdMissing')
        return undefined
      }
      const submission = await handing.send({ telegramId })
      if (submission) void submissions.catchUp()
      return submission
    },
    async catchUp() {
      await Promise.all([rewards.catchUp(), submissions.catchUp()])
    }
  }
}
