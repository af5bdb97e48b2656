import type { Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type Claims, createClaims } from './claims.js'
import { createRewards, type Rewards } from './rewards.js'
import { createDrafts } from './submission-drafts.js'
import { createSubmissions, type Submissions } from './submissions.js'
import { createSubmitter, type Submitter } from './submitter.js'

export interface TelegramPage extends Rewards, Claims {
  submissions: Submissions
  $submitState: Submitter['$submitState']
  clearProblem(): void
  submit(telegramId: string): Promise<Submission | undefined>
}

export function createTelegramPage(app: App): TelegramPage {
  const rewards = createRewards(app)
  const submissions = createSubmissions(app, rewards, 'telegram')
  const submitter = createSubmitter(app, 'telegram', createDrafts(app), rewards)
  void submitter.resume().then(submission => submission && submissions.refreshQuietly())
  return {
    ...rewards,
    ...createClaims(app, rewards, () => submissions),
    submissions,
    $submitState: submitter.$submitState,
    clearProblem: submitter.clear,
    async submit(input) {
      const telegramId = input.trim()
      if (telegramId === '') {
        submitter.refuse('telegramIdMissing')
        return undefined
      }
      const submission = await submitter.send({ telegramId })
      if (submission) void submissions.refreshQuietly()
      return submission
    },
    async refreshQuietly() {
      await Promise.all([rewards.refreshQuietly(), submissions.refreshQuietly()])
    }
  }
}
