import { atom, type ReadableAtom } from 'nanostores'
import type { ChannelState, RewardChannel, RewardIndex, Submission } from '../../../contract/reward.js'
import type { Task } from '../../../contract/task.js'
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { toJson } from '../lib/json.js'
import { readStoredList } from '../lib/stored-list.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'
import { markHomeTaskDone } from './home-task-status.js'
import { type RewardTexts, rewardMessageLoaders } from './messages.js'

export interface Rewards {
  index: LoadableStore<RewardIndex>
  texts: RewardTexts
  /** Server time, epoch ms. Updated every second while the page is visible. */
  $now: ReadableAtom<number>
  refreshQuietly(): Promise<void>
  patch(part: RewardPatch): void
  setOnTop(isOnTop: boolean): void
  signal: AbortSignal
  reload(): void
  exit(): void
}

export interface RewardPatch {
  task?: Task
  state?: ChannelState
  submission?: Submission
  earned?: number
  pending?: number
}

const TICK_MS = 1000
const REVIEW_POLL_MS = 60_000

export function createRewards(app: App): Rewards {
  const { clock, broadcast, storage, visibility } = app.environment
  const lifetime = new AbortController()
  const texts = createPartMessages(rewardMessageLoaders, app.i18n, lifetime.signal)
  const approvals = createApprovalAnnouncer(app)
  const $now = atom(clock.now())
  let clockOffset = 0
  let nextReload = Number.POSITIVE_INFINITY
  let isShown = false
  let stopClock = () => {}

  const index = createLoadable<RewardIndex>(async () => {
    const [response] = await Promise.all([read(false), texts.load()])
    return response
  })

  async function read(isQuiet: boolean): Promise<RewardIndex> {
    await app.progress.whenSaved()
    const response = await app.api.get('/reward/index', {}, { isQuiet })
    clockOffset = response.server_time - clock.now()
    $now.set(response.server_time)
    nextReload = nextUpdateTime(response)
    for (const { latest } of Object.values(response.shares)) if (latest) approvals.announceApproved(latest)
    markHomeTaskDone(app, response.tasks)
    return response
  }

  async function refreshQuietly() {
    if (index.$loadable.get().state !== 'ready') return
    const fresh = await read(true).catch(() => undefined)
    if (fresh) index.set(fresh)
  }

  function tick() {
    stopClock()
    if (!isShown || lifetime.signal.aborted || !visibility.isVisible()) return
    const now = clock.now() + clockOffset
    $now.set(now)
    if (now >= nextReload) {
      nextReload = now + REVIEW_POLL_MS
      void refreshQuietly()
    }
    stopClock = clock.setTimer(TICK_MS, tick)
  }

  broadcast.listen(message => {
    if (isShown && Object(message).balance && storage.isPersistent()) void refreshQuietly()
  }, lifetime.signal)
  const refreshIfVisible = () => {
    tick()
    if (isShown && visibility.isVisible()) void refreshQuietly()
  }
  visibility.onChange(refreshIfVisible, lifetime.signal)
  return {
    index,
    texts,
    $now,
    refreshQuietly,
    patch(part) {
      const loadable = index.$loadable.get()
      if (loadable.state === 'ready') index.set(applyPatch(loadable.value, part))
    },
    setOnTop(isOnTop) {
      isShown = isOnTop
      refreshIfVisible()
    },
    signal: lifetime.signal,
    reload: () => void index.reload(),
    exit() {
      isShown = false
      stopClock()
      lifetime.abort()
    }
  }
}

/** The next server time, epoch ms, at which the rewards change; during a review, in a minute at the latest. */
function nextUpdateTime({ tasks, shares, server_time }: RewardIndex): number {
  const times = tasks.map(({ ends_at }) => ends_at)
  for (const { next_at, closes_at, latest } of Object.values(shares)) {
    times.push(next_at ?? 0, closes_at ?? 0, latest?.claim_until ?? 0)
    if (latest?.status === 0) times.push(latest.reviewed_by, server_time + REVIEW_POLL_MS)
  }
  return Math.min(...times.filter(time => time > server_time))
}

function applyPatch(
  shown: RewardIndex,
  { task, state, submission, earned = 0, pending = 0 }: RewardPatch
): RewardIndex {
  const patched = {
    ...shown,
    earned_today: shown.earned_today + earned,
    pending_bonus: shown.pending_bonus + pending
  }
  if (task) patched.tasks = shown.tasks.map(shownTask => (shownTask.code === task.code ? task : shownTask))
  if (state) patched.shares = { ...patched.shares, [state.channel]: state }
  if (submission) patched.shares = applySubmission(patched.shares, submission.channel, submission)
  return patched
}

function applySubmission(shares: RewardIndex['shares'], channel: RewardChannel, submission: Submission) {
  const state = shares[channel]
  return state.latest?.id === submission.id ? { ...shares, [channel]: { ...state, latest: submission } } : shares
}

const ANNOUNCED_KEY = 'drama_reward_told'
const MAX_ANNOUNCED_IDS = 50

function createApprovalAnnouncer({ emit, environment: { storage } }: Pick<App, 'emit' | 'environment'>) {
  return {
    announceApproved({ id, status, channel, reward_bonus }: Submission) {
      if (status !== 1) return
      const announced = readStoredList(storage, ANNOUNCED_KEY, item => typeof item === 'string')
      if (announced.includes(id)) return
      storage.set(ANNOUNCED_KEY, toJson([...announced, id].slice(-MAX_ANNOUNCED_IDS)))
      emit('drama-reward-approved', { channel, bonus: reward_bonus })
    }
  }
}
