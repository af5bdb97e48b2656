import type { Task, TaskCode } from '../../../contract/task.js'
import type { RewardTranslate } from '../../core/reward/messages.js'
import type { RewardPage } from '../../core/reward/reward-page.js'
import { useScope } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { ClaimButton } from './claim-button.js'
import { RewardIcon, type RewardIconName } from './reward-icon.js'

const icons: Record<TaskCode, RewardIconName> = {
  home_15s: 'home',
  watch_5: 'film',
  watch_10: 'film',
  watch_15: 'film',
  topup_gift: 'topup'
}

const claimStates = { done: 'open', pending: 'waiting', claimed: 'claimed' } as const

export function TaskLine({ page, task }: { page: RewardPage; task: Task }) {
  const text = usePartText(page.texts)
  const title = titleOf(task, text)
  return (
    <li className="reward-line">
      <span className="reward-sign">
        <RewardIcon name={icons[task.code]} />
      </span>
      <div className="reward-text">
        <h3>{title}</h3>
        <p>{text('plusCoins', { count: task.reward_bonus })}</p>
      </div>
      {task.status === 'doing' ? (
        <TaskAction task={task} title={title} text={text} />
      ) : (
        <ClaimButton page={page} claimable={`task:${task.code}`} title={title} state={claimStates[task.status]} />
      )}
      {(task.status === 'doing' || task.status === 'done') && <Progress task={task} title={title} text={text} />}
    </li>
  )
}

function titleOf({ code, target_s }: Task, text: RewardTranslate): string {
  if (code === 'topup_gift') return text('taskTopup')
  if (code === 'home_15s') return text('taskHome', { count: target_s ?? 15 })
  return text('taskWatch', { count: (target_s ?? 0) / 60 })
}

function measureProgress({ code, target_s, progress_s, status }: Task) {
  const unit = code === 'home_15s' ? 1 : 60
  const target = Math.round((target_s ?? 0) / unit)
  // The server counts Home's seconds from the start of the task, also those on other pages.
  const most = status === 'doing' ? target - 1 : target
  return { done: Math.min(Math.floor((progress_s ?? 0) / unit), most), target }
}

interface PartProps {
  task: Task
  title: string
  text: RewardTranslate
}

function TaskAction({ task, title, text }: PartProps) {
  const { app } = useScope()
  if (task.code === 'topup_gift') {
    return (
      <button
        type="button"
        className="reward-pill"
        onClick={() => void app.router.navigateTo({ url: '/pages/wallet/store?tab=coins&from=reward' })}
      >
        {text('store')}
      </button>
    )
  }
  const { done, target } = measureProgress(task)
  const isHome = task.code === 'home_15s'
  const progressText = text(isHome ? 'progressSeconds' : 'progressMinutes', { done, target })
  return (
    <button
      type="button"
      className="reward-pill"
      aria-label={`${done}/${target}, ${progressText}: ${title}. ${isHome ? text('goHome') : text('watchNow')}`}
      onClick={() => void app.router.switchTab({ url: isHome ? '/' : '/pages/index/dramas' })}
    >
      {done}/{target}
    </button>
  )
}

function Progress({ task, title, text }: PartProps) {
  if (task.target_s === null) return null
  const isHome = task.code === 'home_15s'
  return (
    <progress
      className="reward-progress"
      max={task.target_s}
      value={task.status === 'doing' ? Math.min(task.progress_s ?? 0, task.target_s - 1) : task.target_s}
      aria-label={title}
      aria-valuetext={text(isHome ? 'progressSeconds' : 'progressMinutes', measureProgress(task))}
    />
  )
}
