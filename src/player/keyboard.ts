import type { KeyboardEvent } from 'react'
import type { App } from '../core/app.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import type { FullScreen } from './full-screen.js'
import type { Player } from './player.js'
import type { SheetName } from './player-ui-state.js'

interface KeyTarget {
  app: App
  player: Player
  open(sheet: SheetName): void
}

type Action = (target: KeyTarget) => void

const createSkip = (seconds: number): Action => {
  return ({ player }) => player.seek(player.$time.get().position + seconds)
}
const goToEpisode = (direction: 1 | -1): Action => {
  return ({ player }) => player.goToEpisode(direction)
}
const togglePlay: Action = ({ player }) => player.togglePlay()

const actions: Record<string, Action> = {
  ArrowDown: goToEpisode(1),
  PageDown: goToEpisode(1),
  ArrowUp: goToEpisode(-1),
  PageUp: goToEpisode(-1),
  ArrowLeft: createSkip(-5),
  ArrowRight: createSkip(5),
  j: createSkip(-10),
  l: createSkip(10),
  Home: ({ player }) => player.seek(0),
  End: ({ player }) => player.seek(Number.POSITIVE_INFINITY),
  ' ': togglePlay,
  k: togglePlay,
  m: ({ player }) => player.toggleSound(),
  e: ({ open }) => open('episodes'),
  '?': ({ open }) => open('shortcuts'),
  Escape({ app, player }) {
    if (player.nextEpisodeAutoplay.readAnnouncedNo() !== undefined) player.nextEpisodeAutoplay.stay()
    else if (app.playbackSettings.$isControlsHidden.get()) app.playbackSettings.$isControlsHidden.set(false)
    else void app.router.navigateBack()
  }
}

export function keyboardAction(event: KeyboardEvent): Action | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const focused = event.target instanceof HTMLElement ? event.target.localName : ''
  if (focused === 'button' && event.key === ' ') return undefined
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  // A held key repeats only skips: it must not toggle repeatedly or run through the episodes.
  return action && event.repeat && !/^(j|l|Arrow[LR].*)$/i.test(event.key) ? () => undefined : action
}

export interface ToolbarKeyTarget {
  page: PlayerPage
  fullScreen: FullScreen
  togglePictureInPicture(): void
  toggleCaptions(): void
  changeRate(direction: 1 | -1): void
}

type ToolbarAction = (target: ToolbarKeyTarget) => void

const toolbarActions: Record<string, ToolbarAction> = {
  '<': ({ changeRate }) => changeRate(-1),
  '>': ({ changeRate }) => changeRate(1),
  c: ({ toggleCaptions }) => toggleCaptions(),
  f: ({ fullScreen }) => fullScreen.toggle(),
  p: ({ togglePictureInPicture }) => togglePictureInPicture()
}

export function handleToolbarKey(event: KeyboardEvent, target: ToolbarKeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { fullScreen, page } = target
  const isLeavingFullScreen = event.key === 'Escape' && fullScreen.$isOn.get()
  const action = isLeavingFullScreen ? fullScreen.leave : toolbarActions[event.key.toLowerCase()]
  if (!action || (!isLeavingFullScreen && page.$play.get().state !== 'playing')) return false
  event.preventDefault()
  if (!event.repeat) action(target)
  return true
}
