import { atom, type ReadableAtom } from 'nanostores'
import type { DramaDetail } from '../../../contract/drama.js'
import type { EpisodeList, LockedQuote, PlayResponse } from '../../../contract/episode.js'
import type { App } from '../app.js'
import { firstScreenOf } from '../campaign/deep-link.js'
import { resumeAt } from '../format/playback-time.js'
import { createLoader, type Failure, type Loader, toFailure } from '../loading/loadable.js'
import { BusinessError, RequestError } from '../request/request-error.js'
import { expiryTime } from './play-answer.js'

export type PlayState =
  | { state: 'loading'; no: number }
  | { state: 'playing'; no: number; answer: PlayResponse }
  /** `isGoingOn`: the viewer came here from the episode before, by its end or a turn. */
  | { state: 'locked'; no: number; quote: LockedQuote; isOutOfOrder: boolean; isGoingOn: boolean }
  | { state: 'failed'; no: number; failure: Failure }

export interface PlayerPage {
  readonly dramaId: string
  $play: ReadableAtom<PlayState>
  detail: Loader<DramaDetail>
  episodes: Loader<EpisodeList>
  /** Shows another episode; numbers outside the drama are ignored. `isGoingOn` as in the state. */
  goTo(no: number, isGoingOn?: boolean): Promise<void>
  /** The play answer of the next episode, when it may be watched; asked for ahead of time. */
  prepareNext(): Promise<PlayResponse | undefined>
  retry(): Promise<void>
  /** A newer answer for the episode on screen, which is not disturbed; undefined when there is none. A lock is shown. */
  renewTicket(): Promise<PlayResponse | undefined>
  /** Asks for a locked episode again, without a word: what was bought meanwhile may have opened it. Never rejects. */
  reopen(): Promise<void>
  /** Where an episode begins, in seconds: once where the address says, else where the viewer stopped. */
  startPosition(answer: Pick<PlayResponse, 'episode' | 'position_s'>): number
  /** Asks again for what is written about the drama; playing goes on. */
  reload(): void
  /** Ends with the page. */
  signal: AbortSignal
  exit(): void
}

const LOCKED = 4201
const EARLIER_LOCKED = 4203
const PARAMETER_ERROR = 4001
/** A signed address this close to its end is asked for again. */
const RENEWAL_MARGIN = 30_000

/** `answer` is there when `request` is. */
interface PendingAnswer {
  request: Promise<PlayResponse>
  answer: PlayResponse | undefined
}

export function createPlayerPage(app: App, query: Record<string, string>): PlayerPage {
  const dramaId = query.drama_id ?? ''
  const answers = new Map<number, PendingAnswer>()
  const detail = createLoader(() => app.api.get('/drama/detail', { drama_id: dramaId }))
  const episodes = createLoader(async () => {
    await app.visit.whenReadyForPlay()
    return app.api.get('/drama/episodes', { drama_id: dramaId })
  })
  const wanted = Number.parseInt(query.episode_no ?? '', 10)
  let start = Number(query.t) > 0 ? Number(query.t) : undefined
  /** The viewer went on to another episode before the first was there. */
  let hasTurned = false
  const $play = atom<PlayState>({ state: 'loading', no: wanted > 0 ? wanted : 1 })

  /** Two askers share one request: two answers would be two addresses, and the second would restart the picture. */
  function ask(no: number, isQuiet = false): Promise<PlayResponse> {
    const asked = answers.get(no)
    return (
      asked?.request.then(answer => (isFresh(answer) ? answer : requestAnswer(no, isQuiet))) ??
      requestAnswer(no, isQuiet)
    )
  }

  function isFresh({ expires_at, free_until = Number.POSITIVE_INFINITY }: PlayResponse) {
    const now = app.environment.clock.now()
    return expires_at - RENEWAL_MARGIN > now && free_until > now
  }

  function requestAnswer(no: number, isQuiet: boolean): Promise<PlayResponse> {
    const request = app.api.post('/drama/play', { drama_id: dramaId, episode_no: no }, { isQuiet }).then(checkAnswer)
    const asked: PendingAnswer = { request, answer: undefined }
    answers.set(no, asked)
    request.then(
      answer => {
        asked.answer = answer
      },
      () => answers.get(no) === asked && answers.delete(no)
    )
    return request
  }

  function checkAnswer(answer: PlayResponse): PlayResponse {
    if (answer?.episode && answer.opening) {
      const now = app.environment.clock.now()
      const { free_until, server_time } = answer
      const given = free_until === undefined ? {} : { free_until: free_until - server_time + now }
      return { ...answer, ...given, expires_at: expiryTime(answer, now) }
    }
    app.emit('drama-error', { kind: 'server', path: '/drama/play' })
    throw new RequestError('server', 'an answer without an episode')
  }

  async function show(no: number, load: () => Promise<PlayResponse>, isGoingOn?: boolean) {
    hasTurned = true
    $play.set({ state: 'loading', no })
    const next = await load().then(
      (answer): PlayState => ({ state: 'playing', no: answer.episode.no, answer }),
      (error): PlayState => toLockReason(no, error, isGoingOn)
    )
    if ($play.get().no === no && !app.signal.aborted) $play.set(next)
  }

  async function open() {
    await app.session.whenReady()
    await app.visit.whenReadyForPlay()
    const first = app.visit.takeFirstAnswer(firstScreenOf('play', query) ?? '')
    if (first && 'episode' in first) {
      const answer = checkAnswer(first)
      answers.set(answer.episode.no, { request: Promise.resolve(answer), answer })
      return answer
    }
    if (!(wanted > 0)) await resumeWhereStopped()
    return ask($play.get().no)
  }

  async function resumeWhereStopped() {
    const { progress } = await app.api.get('/drama/detail', { drama_id: dramaId })
    if (progress && !hasTurned) $play.set({ state: 'loading', no: progress.episode_no })
  }

  async function goTo(no: number, isGoingOn?: boolean) {
    const list = episodes.$loadable.get()
    const shown = $play.get()
    const isLast = shown.state === 'playing' && !shown.answer.next
    const known = isLast ? shown.no : Number.POSITIVE_INFINITY
    const count = list.state === 'ready' ? list.value.list.length : known
    if (no < 1 || no > count || no === shown.no) return
    const answer = answers.get(no)?.answer
    if (!answer || !isFresh(answer)) return show(no, () => ask(no), isGoingOn)
    // What waits is shown in the same moment: drawn once, not twice.
    hasTurned = true
    $play.set({ state: 'playing', no, answer })
  }

  const begin = (first: PlayState) => hasTurned || $play.set(first)
  void open().then(
    answer => begin({ state: 'playing', no: answer.episode.no, answer }),
    error => begin(toLockReason($play.get().no, error))
  )

  async function retry() {
    const { no } = $play.get()
    answers.delete(no)
    await show(no, async () => {
      if (app.session.$session.get().state === 'failed') await app.session.start()
      return ask(no)
    })
    if (detail.$loadable.get().state === 'failed') void detail.reload()
    if (episodes.$loadable.get().state === 'failed') void episodes.reload()
  }

  async function renew() {
    const { no } = $play.get()
    const refuse = (error: unknown) => {
      const refusal = toLockReason(no, error)
      if (refusal.state === 'locked' && $play.get().no === no) $play.set(refusal)
      return undefined
    }
    return requestAnswer(no, true).catch(refuse)
  }

  async function reopen() {
    const { state, no } = $play.get()
    const answer = state === 'locked' ? await renew() : undefined
    const shown = $play.get()
    if (answer && shown.state === 'locked' && shown.no === no) $play.set({ state: 'playing', no, answer })
  }

  const leaving = new AbortController()
  leaving.signal.addEventListener(
    'abort',
    app.$bought.listen(() => void reopen())
  )
  return {
    dramaId,
    $play,
    detail,
    episodes,
    goTo,
    async prepareNext() {
      const shown = $play.get()
      const next = shown.state === 'playing' ? shown.answer.next : null
      // A locked episode's address is never asked for ahead of time.
      return next && next.state !== 'locked' ? ask(next.no, true).catch(() => undefined) : undefined
    },
    renewTicket: renew,
    reopen,
    retry,
    startPosition({ episode: { no, duration_s: duration }, position_s }) {
      const asked = no === wanted && start !== undefined && start < duration - 1 ? start : undefined
      start = undefined
      return asked ?? resumeAt(position_s, duration)
    },
    reload() {
      void detail.reload()
      void episodes.reload()
    },
    signal: leaving.signal,
    exit() {
      leaving.abort()
      answers.clear()
    }
  }
}

function toLockReason(no: number, error: unknown, isGoingOn = false): PlayState {
  if (error instanceof BusinessError && (error.code === LOCKED || error.code === EARLIER_LOCKED)) {
    const isOutOfOrder = error.code === EARLIER_LOCKED
    return { state: 'locked', no, quote: error.data as LockedQuote, isOutOfOrder, isGoingOn }
  }
  // What the address names is no drama at all.
  const isUnknown = error instanceof BusinessError && error.code === PARAMETER_ERROR
  return { state: 'failed', no, failure: isUnknown ? 'unavailable' : toFailure(error) }
}
