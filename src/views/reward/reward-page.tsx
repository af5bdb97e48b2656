import { useCallback, useState } from 'react'
import type { RewardIndex } from '../../../contract/reward.js'
import { createRewardPage, type RewardPage } from '../../core/reward/reward-page.js'
import type { StackPage } from '../../core/router/router.js'
import { useScope } from '../app/scope.js'
import { useLazyPart, useOverlay } from '../app/use-lazy-part.js'
import { usePageModel } from '../app/use-page-model.js'
import { usePartText } from '../app/use-part-text.js'
import { SheetPortal } from '../app/use-sheets.js'
import checkInCss from './check-in-card.css'
import { CheckInCard, useCheckInToast } from './check-in-card.js'
import { useClaimToast } from './claim-button.js'
import { RewardIcon } from './reward-icon.js'
import { css as frameCss, RewardPageFrame } from './reward-page-frame.js'
import { ChannelLine } from './share/channel-line.js'
import { TaskLine } from './task-line.js'
import { TodayCard } from './today-card.js'

export const css = frameCss + checkInCss

export default function RewardPageView({ page: stackPage }: { page: StackPage }) {
  const { app } = useScope()
  const page = usePageModel(() => createRewardPage(app))
  return (
    <RewardPageFrame page={page} stackPage={stackPage}>
      {index => <RewardContent page={page} index={index} />}
    </RewardPageFrame>
  )
}

function RewardContent({ page, index }: { page: RewardPage; index: RewardIndex }) {
  const text = usePartText(page.texts)
  useClaimToast(page)
  useCheckInToast(page)
  const channels = Object.values(index.shares).filter(({ is_enabled }) => is_enabled)
  return (
    <>
      <CheckInCard page={page} />
      <TodayCard page={page} index={index} />
      <section aria-labelledby="reward-tasks">
        <h2 id="reward-tasks">{text('dailyTasks')}</h2>
        <ul className="reward-lines">
          {index.tasks.map(task => (
            <TaskLine key={task.code} page={page} task={task} />
          ))}
        </ul>
      </section>
      {channels.length > 0 && (
        <section aria-labelledby="reward-shares">
          <h2 id="reward-shares">{text('shareAndEarn')}</h2>
          <ul className="reward-lines">
            {channels.map(state => (
              <ChannelLine key={state.channel} page={page} index={index} state={state} />
            ))}
          </ul>
        </section>
      )}
      <SubmissionsEntry page={page} />
    </>
  )
}

const loadSheet = () => import('./submissions/submissions-sheet.js')

function SubmissionsEntry({ page }: { page: RewardPage }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const [wanted, setWanted] = useState<object>()
  const close = useCallback(() => setWanted(undefined), [])
  const part = useLazyPart(wanted, loadSheet, app.toasts, close)
  useOverlay(wanted, close)
  return (
    <>
      <button type="button" className="reward-submissions" onClick={() => setWanted({})}>
        <RewardIcon name="list" />
        <span>
          {text('mySubmissions')}
          <small>{text('mySubmissionsHint')}</small>
        </span>
        <RewardIcon name="forward" />
      </button>
      {wanted && part && (
        <SheetPortal>
          <part.SubmissionsSheet page={page} onClose={close} />
        </SheetPortal>
      )}
    </>
  )
}
