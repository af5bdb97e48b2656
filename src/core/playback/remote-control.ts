import type { ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { PlayState } from './player-page.js'

/** The browser requires a tap: for sound if `refused`, for playback if `blocked`. */
export type SoundState = 'on' | 'off' | 'refused' | 'blocked'

export interface RemotePlayer {
  pageId: number
  $play: ReadableAtom<PlayState>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: ReadableAtom<boolean>
  $sound: ReadableAtom<SoundState>
  $failure: ReadableAtom<string | undefined>
  isOnScreen(): boolean
  play(): void
  pause(): void
}

export type RemoteCommand = 'play' | 'pause'

const COMMAND_TIMEOUT_MS = 10_000

/**
 * Waits for the player on screen, then plays or pauses it; resolves with whether it plays. Rejects if no player is on
 * screen.
 */
export async function runRemoteCommand(app: App, command: RemoteCommand): Promise<boolean> {
  const player = await findRemotePlayer(app, command)
  const { $play, $isPlaying, $isWaiting, $sound, $failure } = player
  const stores = [$play, $isPlaying, $isWaiting, $sound, $failure]
  const hasStopped = () => $failure.get() !== undefined || !['loading', 'playing'].includes($play.get().state)
  const isOver = () => hasStopped() || !app.$players.get().includes(player)
  const isHeld = () => isBlocked() || !player.isOnScreen()
  const isReady = () => $play.get().state === 'playing' && ($isPlaying.get() || $isWaiting.get() || isHeld())
  const isBlocked = () => $sound.get() === 'blocked'
  if (command === 'pause') {
    // Wait until playback starts, because pausing a loading player has no effect.
    if ($play.get().state === 'loading') await whenAny(app, stores, () => isOver() || isReady())
    player.pause()
    await whenAny(app, stores, () => isOver() || !$isPlaying.get())
    return false
  }
  await whenAny(app, stores, () => isOver() || $play.get().state === 'playing')
  if (isOver()) return false
  const isMoving = () => $isPlaying.get() && !$isWaiting.get()
  player.play()
  // A hidden player starts when it becomes visible.
  if (!player.isOnScreen()) return false
  await whenAny(app, stores, () => isOver() || isBlocked() || isMoving())
  return isMoving()
}

async function findRemotePlayer(app: App, command: RemoteCommand): Promise<RemotePlayer> {
  const { $stack } = app.router
  const isPlayer = () => $stack.get().top?.route.name === 'player'
  const findPlayer = () => app.$players.get().find(({ pageId }) => pageId === $stack.get().top?.id)
  await whenAny(app, [$stack, app.$players], () => !isPlayer() || findPlayer() !== undefined)
  const player = isPlayer() ? findPlayer() : undefined
  if (!player) throw new Error(`${command}:fail no player is on screen`)
  return player
}

function whenAny(app: App, stores: readonly ReadableAtom<unknown>[], condition: () => boolean): Promise<void> {
  if (condition() || app.signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const finish = () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      resolve()
    }
    const check = () => condition() && finish()
    const unsubscribes = [
      ...stores.map(store => store.listen(check)),
      app.environment.clock.setTimer(COMMAND_TIMEOUT_MS, finish)
    ]
    app.signal.addEventListener('abort', finish)
  })
}
