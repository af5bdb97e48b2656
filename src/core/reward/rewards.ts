// How the viewer's rewards stand, for every page of them: asked for when it can have changed, and the time to count down by.
import { atom, type ReadableAtom } from 'nanostores'
import type { ChannelState, RewardChannel, RewardIndex, Submission } from '../../../contract/reward.js'
import type { Task } from '../../../contract/task.js'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { toJson } from '../lib/json.js'
import { createLoader, type Loader } from '../loading/loadable.js'
import { markHomeTaskDone } from './home-task-status.js'
import { type RewardTexts, rewardLanguages } from './messages.js'

export interface Rewards {
  /** Ready when the texts are there, too. */
  index: Loader<RewardIndex>
  texts: RewardTexts
  /** The server's time, epoch ms; moves each second while the page is looked at. */
  $now: ReadableAtom<number>
  /** Asks again without a word; silence changes nothing. Never rejects. */
  catchUp(): Promise<void>
  /** Something was answered by another way. */
  patch(part: RewardPatch): void
  /** Resolves when nothing of what was watched is on its way. */
  turn(isOnTop: boolean): void
  /** Ends with the page. */
  signal: AbortSignal
  reload(): void
  exit(): void
}

export interface RewardPatch {
  task?: Task
  state?: ChannelState
  submission?: Submission
  earned?: number
}

/** In ms. */
const SECOND = 1000
const REVIEW_LOOK = 60_000

export function createRewards(app: App): Rewards {
  const { clock, broadcast, storage, visibility } = app.environment
  const leaving = new AbortController()
  const texts = createPartMessages(rewardLanguages, app.i18n, leaving.signal)
  const announced = createAnnounced(app)
  const $now = atom(clock.now())
  let clockOffset = 0
  let nextReload = Number.POSITIVE_INFINITY
  let isShown = false
  let stopClock = () => {}

  const index = createLoader<RewardIndex>(async () => {
    const [answer] = await Promise.all([read(false), texts.load()])
    return answer
  })

  async function read(isQuiet: boolean): Promise<RewardIndex> {
    await app.progress.whenSaved()
    const answer = await app.api.get('/reward/index', {}, { isQuiet })
    clockOffset = answer.server_time - clock.now()
    $now.set(answer.server_time)
    nextReload = nextUpdateTime(answer)
    for (const { latest } of Object.values(answer.shares)) if (latest) announced.tellApproved(latest)
    markHomeTaskDone(app, answer.tasks)
    return answer
  }

  async function catchUp() {
    if (index.$loadable.get().state !== 'ready') return
    const fresh = await read(true).catch(() => undefined)
    if (fresh) index.set(fresh)
  }

  function tick() {
    stopClock()
    if (!isShown || leaving.signal.aborted || !visibility.isVisible()) return
    const now = clock.now() + clockOffset
    $now.set(now)
    if (now >= nextReload) {
      nextReload = now + REVIEW_LOOK
      void catchUp()
    }
    stopClock = clock.setTimer(SECOND, tick)
  }

  broadcast.listen(message => {
    // Without storage every app has a visitor of its own.
    if (isShown && Object(message).balance && storage.isPersistent()) void catchUp()
  }, leaving.signal)
  const look = () => {
    tick()
    if (isShown && visibility.isVisible()) void catchUp()
  }
  visibility.onChange(look, leaving.signal)
  return {
    index,
    texts,
    $now,
    catchUp,
    patch(part) {
      const loadable = index.$loadable.get()
      if (loadable.state === 'ready') index.set(noteIn(loadable.value, part))
    },
    turn(isOnTop) {
      isShown = isOnTop
      look()
    },
    signal: leaving.signal,
    reload: () => void index.reload(),
    exit() {
      isShown = false
      stopClock()
      leaving.abort()
    }
  }
}

/** The soonest moment, epoch ms of the server, at which something of it is otherwise; while a review runs, a minute on. */
export function nextUpdateTime({ tasks, shares, server_time }: RewardIndex): number {
  const moments = tasks.map(({ ends_at }) => ends_at)
  for (const { next_at, closes_at, latest } of Object.values(shares)) {
    moments.push(next_at ?? 0, closes_at ?? 0, latest?.claim_until ?? 0)
    if (latest?.status === 0) moments.push(latest.reviewed_by, server_time + REVIEW_LOOK)
  }
  return Math.min(...moments.filter(moment => moment > server_time))
}

function noteIn(shown: RewardIndex, { task, state, submission, earned = 0 }: RewardPatch): RewardIndex {
  const noted = { ...shown, earned_today: shown.earned_today + earned }
  if (task) noted.tasks = shown.tasks.map(each => (each.code === task.code ? task : each))
  if (state) noted.shares = { ...noted.shares, [state.channel]: state }
  if (submission) noted.shares = noteSubmission(noted.shares, submission.channel, submission)
  return noted
}

function noteSubmission(shares: RewardIndex['shares'], channel: RewardChannel, submission: Submission) {
  const state = shares[channel]
  return state.latest?.id === submission.id ? { ...shares, [channel]: { ...state, latest: submission } } : shares
}

/** Where the ids of told approvals are kept. */
const ANNOUNCED_KEY = 'drama_reward_told'
const MOST_KEPT = 50

function createAnnounced({ emit, environment: { storage } }: Pick<App, 'emit' | 'environment'>) {
  return {
    tellApproved({ id, status, channel, reward_bonus }: Submission) {
      if (status !== 1) return
      const announced = readTold(storage)
      if (announced.includes(id)) return
      storage.set(ANNOUNCED_KEY, toJson([...announced, id].slice(-MOST_KEPT)))
      emit('drama-reward-approved', { channel, bonus: reward_bonus })
    }
  }
}

function readTold(storage: Environment['storage']): string[] {
  try {
    const announced: unknown = JSON.parse(storage.get(ANNOUNCED_KEY) ?? '[]')
    return Array.isArray(announced) ? announced.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}
