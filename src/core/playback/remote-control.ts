import type { ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { PlayState } from './player-page.js'

/** A player that a page of the app has, as those outside of it know it. */
export interface RemotePlayer {
  pageId: number
  $play: ReadableAtom<PlayState>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: ReadableAtom<boolean>
  $sound: ReadableAtom<'on' | 'off' | 'refused' | 'blocked'>
  $failure: ReadableAtom<string | undefined>
  /** False where it holds because nobody sees it. */
  isWatched(): boolean
  play(): void
  pause(): void
}

export type RemoteCommand = 'play' | 'pause'

/** Without news of the picture a player is taken for one that does not play, in ms. */
const COMMAND_TIMEOUT_MS = 10_000

/** Tells the player on screen to play or to hold, when it is there; answers whether it plays then. Rejects where none is on screen. */
export async function runRemoteCommand(app: App, call: RemoteCommand): Promise<boolean> {
  const playback = await findPlayback(app, call)
  const { $play, $isPlaying, $isWaiting, $sound, $failure } = playback
  const stores = [$play, $isPlaying, $isWaiting, $sound, $failure]
  const hasLeft = () => $failure.get() !== undefined || !['loading', 'playing'].includes($play.get().state)
  const isOver = () => hasLeft() || !app.$players.get().includes(playback)
  // What is still on its way would begin by itself.
  const isStill = () => isBlocked() || !playback.isWatched()
  const isThere = () => $play.get().state === 'playing' && ($isPlaying.get() || $isWaiting.get() || isStill())
  const isBlocked = () => $sound.get() === 'blocked'
  if (call === 'pause') {
    if ($play.get().state === 'loading') await whenAny(app, stores, () => isOver() || isThere())
    playback.pause()
    await whenAny(app, stores, () => isOver() || !$isPlaying.get())
    return false
  }
  await whenAny(app, stores, () => isOver() || $play.get().state === 'playing')
  if (isOver()) return false
  const isMoving = () => $isPlaying.get() && !$isWaiting.get()
  playback.play()
  // Who holds because nobody sees it goes on when somebody does.
  if (!playback.isWatched()) return false
  await whenAny(app, stores, () => isOver() || isBlocked() || isMoving())
  return isMoving()
}

async function findPlayback(app: App, call: RemoteCommand): Promise<RemotePlayer> {
  const { $stack } = app.router
  const isPlayer = () => $stack.get().top?.route.name === 'play'
  const found = () => app.$players.get().find(({ pageId }) => pageId === $stack.get().top?.id)
  await whenAny(app, [$stack, app.$players], () => !isPlayer() || found() !== undefined)
  const playback = isPlayer() ? found() : undefined
  if (!playback) throw new Error(`${call}:fail no player is on screen`)
  return playback
}

/** Resolves when a condition on stores holds, when the app ends, or when it has waited long enough. */
function whenAny(app: App, stores: readonly ReadableAtom<unknown>[], condition: () => boolean): Promise<void> {
  if (condition() || app.signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const finish = () => {
      for (const stop of stops) stop()
      resolve()
    }
    const look = () => condition() && finish()
    const stops = [
      ...stores.map(store => store.listen(look)),
      app.environment.clock.setTimer(COMMAND_TIMEOUT_MS, finish)
    ]
    app.signal.addEventListener('abort', finish)
  })
}
