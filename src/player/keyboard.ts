import type { KeyboardEvent } from 'react'
import type { App } from '../core/app.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import type { FullScreen } from './full-screen.js'
import type { Player } from './player.js'
import type { SheetName } from './player-ui-state.js'

interface KeyTarget {
  app: App
  controller: Player
  open(sheet: SheetName): void
}

type Action = (hands: KeyTarget) => void

/** The last second is left to be played: going to the end is not going on to the next episode. */
const goTo = ({ controller }: KeyTarget, position: number) => {
  const { duration } = controller.$time.get()
  controller.seek(Math.min(Math.max(0, position), Math.max(0, duration - 1)))
}
const skip = (seconds: number): Action => {
  return hands => goTo(hands, hands.controller.$time.get().position + seconds)
}
const goToEpisode = (direction: 1 | -1): Action => {
  return ({ controller }) => controller.goToEpisode(direction)
}
const togglePlay: Action = ({ controller }) => controller.togglePlay()

/** By the key's name; letters in lower case. */
const actions: Record<string, Action> = {
  ArrowDown: goToEpisode(1),
  PageDown: goToEpisode(1),
  ArrowUp: goToEpisode(-1),
  PageUp: goToEpisode(-1),
  ArrowLeft: skip(-5),
  ArrowRight: skip(5),
  j: skip(-10),
  l: skip(10),
  Home: hands => goTo(hands, 0),
  End: hands => goTo(hands, Number.POSITIVE_INFINITY),
  ' ': togglePlay,
  k: togglePlay,
  m: ({ controller }) => controller.toggleSound(),
  c: ({ app: { settings } }) => settings.$captions.set(settings.$captions.get() === 'off' ? 'auto' : 'off'),
  e: ({ open }) => open('episodes'),
  '?': ({ open }) => open('shortcuts'),
  Escape({ app, controller }) {
    if (controller.ending.$ending.get().state === 'counting') controller.ending.cancel()
    else if (app.settings.$isClean.get()) app.settings.$isClean.set(false)
    else void app.router.navigateBack()
  }
}

/** What a key means in the player; keys that a focused control needs, and those with a modifier, are left alone. */
export function keyboardAction(event: KeyboardEvent): Action | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const focused = event.target instanceof HTMLElement ? event.target.localName : ''
  if (focused === 'button' && (event.key === ' ' || event.key === 'Enter')) return undefined
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  // A key that is held down skips on; it neither flickers nor runs through the episodes.
  return action && event.repeat && !/^(j|l|Arrow[LR].*)$/i.test(event.key) ? () => undefined : action
}

/** What keys move besides the player itself. */
export interface SystemKeyTarget {
  page: PlayerPage
  fullScreen: FullScreen
  toggleFloating(): void
  toggleCaptions(): void
  /** To the next faster (1) or slower (-1) rate, from now on. */
  changeRate(direction: 1 | -1): void
}

type ToolbarAction = (target: SystemKeyTarget) => void

const toolbarActions: Record<string, ToolbarAction> = {
  '<': ({ changeRate }) => changeRate(-1),
  '>': ({ changeRate }) => changeRate(1),
  c: ({ toggleCaptions }) => toggleCaptions(),
  f: ({ fullScreen }) => fullScreen.toggle(),
  p: ({ toggleFloating }) => toggleFloating()
}

/** Whether the key means something besides what it means in every player; those with a modifier are left alone. */
export function handleSystemKey(event: KeyboardEvent, target: SystemKeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { fullScreen, page } = target
  const isLeaving = event.key === 'Escape' && fullScreen.$isOn.get()
  const action = isLeaving ? fullScreen.leave : toolbarActions[event.key.toLowerCase()]
  if (!action || (!isLeaving && page.$play.get().state !== 'playing')) return false
  event.preventDefault()
  if (!event.repeat) action(target)
  return true
}
