import { atom, type ReadableAtom } from 'nanostores'
import type { DramaDetail } from '../../../contract/drama.js'
import type { EpisodeList, LockedQuote, PlayResponse } from '../../../contract/episode.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { App } from '../app.js'
import { firstScreenOf } from '../campaign/deep-link.js'
import { lastSeekPosition } from '../format/playback-time.js'
import { createLoadable, type Failure, type LoadableStore, readyValue, toFailure } from '../loading/loadable.js'
import { whenSettled } from '../loading/when-settled.js'
import { PARAMETER_ERROR_CODE } from '../request/error-codes.js'
import { BusinessError, RequestError } from '../request/request-error.js'
import { type EpisodeStarts, readInstantStartPlay } from './instant-start-play.js'
import { expiryTime, MEDIA_RENEWAL_MARGIN_MS } from './play-response.js'
import { takePreparedPlay } from './prepared-play.js'

export type PlayState =
  | { state: 'loading'; no: number }
  | { state: 'playing'; no: number; playResponse: PlayResponse }
  /** `cameFromPrevious`: the viewer came from the previous episode, at its end or by a swipe or button. */
  | { state: 'locked'; no: number; quote: LockedQuote; isOutOfOrder: boolean; cameFromPrevious: boolean }
  | { state: 'failed'; no: number; failure: Failure }

export interface PlayerPage {
  readonly dramaId: string
  $play: ReadableAtom<PlayState>
  detail: LoadableStore<DramaDetail>
  episodes: LoadableStore<EpisodeList>
  goTo(no: number, cameFromPrevious?: boolean): Promise<void>
  prepareNext(): Promise<PlayResponse | undefined>
  retry(): Promise<void>
  /** Gets a new ticket without disturbing playback; undefined on failure. A locked episode shows the paywall. */
  renewTicket(): Promise<PlayResponse | undefined>
  reopen(): Promise<void>
  /** The time in the address, in seconds, once and for its episode only. */
  takeLinkPosition(answer: Pick<PlayResponse, 'episode'>): number | undefined
  reload(): void
  signal: AbortSignal
  exit(): void
}

const LOCKED_CODE = 4201 satisfies ErrorCode
const EARLIER_LOCKED_CODE = 4203 satisfies ErrorCode

interface PendingAnswer {
  request: Promise<PlayResponse>
  answer: PlayResponse | undefined
}

export function createPlayerPage(app: App, query: Record<string, string>, starts?: EpisodeStarts): PlayerPage {
  const dramaId = query.drama_id ?? ''
  const answers = new Map<number, PendingAnswer>()
  const loadDetail = () => app.api.get('/drama/detail', { drama_id: dramaId })
  const detail = createLoadable(loadDetail)
  const episodes = createLoadable(async () => {
    await app.visit.whenReadyForPlay()
    return app.api.get('/drama/episodes', { drama_id: dramaId })
  })
  const requestedNo = Number.parseInt(query.episode_no ?? '', 10)
  let urlPosition = Number(query.t) > 0 ? Number(query.t) : undefined
  let hasChangedEpisode = false
  const $play = atom<PlayState>({ state: 'loading', no: requestedNo > 0 ? requestedNo : 1 })

  /** Shares one request, because a second response has another address and would restart the picture. */
  function loadAnswer(no: number, isQuiet = false): Promise<PlayResponse> {
    const pending = answers.get(no)
    return (
      pending?.request.then(answer => (isFresh(answer) ? answer : requestAnswer(no, isQuiet))) ??
      requestAnswer(no, isQuiet)
    )
  }

  function isFresh({ expires_at, free_until = Number.POSITIVE_INFINITY }: PlayResponse) {
    const now = app.environment.clock.now()
    return expires_at - MEDIA_RENEWAL_MARGIN_MS > now && free_until > now
  }

  function requestAnswer(no: number, isQuiet: boolean): Promise<PlayResponse> {
    const request = app.api.post('/drama/play', { drama_id: dramaId, episode_no: no }, { isQuiet }).then(checkAnswer)
    const pending: PendingAnswer = { request, answer: undefined }
    answers.set(no, pending)
    request.then(
      answer => {
        pending.answer = answer
      },
      () => answers.get(no) === pending && answers.delete(no)
    )
    return request
  }

  function checkAnswer(answer: PlayResponse): PlayResponse {
    if (answer?.episode && answer.opening) {
      const now = app.environment.clock.now()
      const { free_until, server_time } = answer
      const freeUntil = free_until === undefined ? {} : { free_until: free_until - server_time + now }
      return { ...answer, ...freeUntil, expires_at: expiryTime(answer, now) }
    }
    app.emit('drama-error', { kind: 'server', path: '/drama/play' })
    throw new RequestError('server', 'an answer without an episode')
  }

  async function show(no: number, load: () => Promise<PlayResponse>, cameFromPrevious?: boolean) {
    hasChangedEpisode = true
    $play.set({ state: 'loading', no })
    const next = await load().then(
      (answer): PlayState => ({ state: 'playing', no: answer.episode.no, playResponse: answer }),
      (error): PlayState => toPlayState(no, error, cameFromPrevious)
    )
    if ($play.get().no === no && !app.signal.aborted) $play.set(next)
  }

  async function loadFirst() {
    await app.session.whenReady()
    await app.visit.whenReadyForPlay()
    const preloaded =
      app.visit.takeFirstScreenData(firstScreenOf('player', query) ?? '') ??
      (await readInstantStartPlay(app, starts?.readHead())) ??
      (await takePreparedPlay(app, dramaId, requestedNo))
    if (preloaded && 'episode' in preloaded) return keepAnswer(preloaded)
    if (!(requestedNo > 0)) await resumeWhereStopped()
    return loadAnswer($play.get().no)
  }

  function keepAnswer(received: PlayResponse): PlayResponse {
    const answer = checkAnswer(received)
    answers.set(answer.episode.no, { request: Promise.resolve(answer), answer })
    return answer
  }

  async function loadUnlocked(no: number) {
    const received = await starts?.requestUnlocked(no, (no === requestedNo && urlPosition) || 0)
    return received ? keepAnswer(received) : loadAnswer(no)
  }

  async function resumeWhereStopped() {
    await whenSettled(detail)
    const loaded = readyValue(detail.$loadable.get())
    const { progress } = loaded ?? (await loadDetail())
    if (progress && !hasChangedEpisode) $play.set({ state: 'loading', no: progress.episode_no })
  }

  async function goTo(no: number, cameFromPrevious?: boolean) {
    const list = episodes.$loadable.get()
    const shown = $play.get()
    const isLast = shown.state === 'playing' && !shown.playResponse.next
    const lastNo = isLast ? shown.no : Number.POSITIVE_INFINITY
    const count = list.state === 'ready' ? list.value.list.length : lastNo
    if (no < 1 || no > count || no === shown.no) return
    const answer = answers.get(no)?.answer
    if (!answer || !isFresh(answer)) return show(no, () => loadAnswer(no), cameFromPrevious)
    // Skip the loading state, because the page would render twice.
    hasChangedEpisode = true
    $play.set({ state: 'playing', no, playResponse: answer })
  }

  const setFirst = (first: PlayState) => hasChangedEpisode || $play.set(first)
  void loadFirst().then(
    answer => setFirst({ state: 'playing', no: answer.episode.no, playResponse: answer }),
    error => setFirst(toPlayState($play.get().no, error))
  )

  async function retry() {
    const { no, state } = $play.get()
    answers.delete(no)
    await show(no, async () => {
      if (app.session.$session.get().state === 'failed') await app.session.start()
      return state === 'locked' ? loadUnlocked(no) : loadAnswer(no)
    })
    loadMissing()
  }

  function loadMissing() {
    for (const { $loadable, reload } of [detail, episodes]) if ($loadable.get().state === 'failed') void reload()
  }

  async function renewTicket() {
    const { no } = $play.get()
    const showLock = (error: unknown) => {
      const locked = toPlayState(no, error)
      if (locked.state === 'locked' && $play.get().no === no) $play.set(locked)
      return undefined
    }
    return requestAnswer(no, true).catch(showLock)
  }

  async function reopen() {
    const { state, no } = $play.get()
    const answer = state === 'locked' ? await renewTicket() : undefined
    const shown = $play.get()
    if (answer && shown.state === 'locked' && shown.no === no) $play.set({ state: 'playing', no, playResponse: answer })
  }

  const closing = new AbortController()
  closing.signal.addEventListener(
    'abort',
    app.$accessChange.listen(() => void reopen())
  )
  app.environment.onOnline(loadMissing, closing.signal)
  return {
    dramaId,
    $play,
    detail,
    episodes,
    goTo,
    async prepareNext() {
      const shown = $play.get()
      const next = shown.state === 'playing' ? shown.playResponse.next : null
      return next && next.state !== 'locked' ? loadAnswer(next.no, true).catch(() => undefined) : undefined
    },
    renewTicket,
    reopen,
    retry,
    takeLinkPosition({ episode: { no, duration_s: duration } }) {
      const position = urlPosition
      urlPosition = undefined
      return no === requestedNo && position !== undefined && position < lastSeekPosition(duration)
        ? position
        : undefined
    },
    reload() {
      void detail.reload()
      void episodes.reload()
    },
    signal: closing.signal,
    exit() {
      closing.abort()
      answers.clear()
    }
  }
}

function toPlayState(no: number, error: unknown, cameFromPrevious = false): PlayState {
  if (error instanceof BusinessError && (error.code === LOCKED_CODE || error.code === EARLIER_LOCKED_CODE)) {
    const isOutOfOrder = error.code === EARLIER_LOCKED_CODE
    return { state: 'locked', no, quote: error.data as LockedQuote, isOutOfOrder, cameFromPrevious }
  }
  // The server reports an unknown drama as a parameter error.
  const isUnknown = error instanceof BusinessError && error.code === PARAMETER_ERROR_CODE
  return { state: 'failed', no, failure: isUnknown ? 'unavailable' : toFailure(error) }
}
