import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { PlayerTranslate } from '../../core/playback/messages.js'
import { translateUnlock, type UnlockTranslate, unlockMessageLoaders } from '../../core/unlock/messages.js'
import type { ConfirmSpending } from '../../core/unlock/spending-reminder.js'
import type { Unlocker } from '../../core/unlock/unlocker.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { useScope, useTranslation } from '../app/scope.js'
import { useIsWide } from '../app/use-is-wide.js'
import type { ControlProps } from '../player/control-props.js'

const load = () => import('./unlock-chunk.js')
type Part = Awaited<ReturnType<typeof load>>

export interface UnlockPart extends Part {
  unlocker: Unlocker
  unlockText: UnlockTranslate
}

const RETRY_DELAY_MS = 3000
/** The price of all episodes beside the film does not compete with its first seconds. */
const SIDE_PANEL_DELAY_MS = 2000

/** Loads the chunk when a locked episode is on screen, is next, or can be chosen, or all are offered beside the film. */
export function useUnlock({ page, player, uiState, translate }: ControlProps): UnlockPart | undefined {
  const { app, root } = useScope()
  const shown = useStore(page.$play)
  const sheet = useStore(uiState.$sheet)
  const unlocker = useStore(uiState.$unlocker)
  const isLocked = shown.state === 'locked'
  const isNext = shown.state === 'playing' && shown.playResponse.next?.state === 'locked'
  const [isNeeded, setNeeded] = useState(false)
  const hasSidePanel = useIsWide() && shown.state === 'playing'
  useEffect(
    () => (hasSidePanel ? app.environment.clock.setTimer(SIDE_PANEL_DELAY_MS, () => setNeeded(true)) : undefined),
    [app, hasSidePanel]
  )
  useEffect(() => {
    if (isLocked || isNext || sheet === 'episodes' || sheet === 'auto-unlock') setNeeded(true)
  }, [isLocked, isNext, sheet])
  const loaded = useLoaded(isNeeded, isLocked, translate)
  const part = loaded?.part
  const latest = useRef<UnlockTranslate>(undefined)
  latest.current = loaded?.unlockText
  useEffect(() => {
    if (!part) return
    adoptStyles(root, part.css)
    // Reuse the unlocker of an earlier mount: its request may be pending.
    if (uiState.$unlocker.get()) return
    const confirmSpending: ConfirmSpending = async ({ episodes, coins }) => {
      const content = latest.current?.('spendingReminder', { episodes, coins }) ?? ''
      return (await app.modals.show({ content })).confirm
    }
    uiState.$unlocker.set(part.createUnlocker(app, page, { onUnlocked: player.prepareNext, confirmSpending }))
  }, [app, root, part, page, uiState, player])
  useAccountRefresh(unlocker)
  return loaded && unlocker && { ...loaded.part, unlocker, unlockText: loaded.unlockText }
}

/** Refreshes the settings, which may have changed on another page or in another tab. */
function useAccountRefresh(unlocker: Unlocker | undefined) {
  const { app } = useScope()
  useEffect(() => {
    if (!unlocker) return
    const lifetime = new AbortController()
    const { visibility } = app.environment
    const { $stack } = app.router
    const pageId = $stack.get().top?.id
    const refreshIfShown = () => {
      if (visibility.isVisible() && $stack.get().top?.id === pageId) void unlocker.account.refresh()
    }
    visibility.onChange(refreshIfShown, lifetime.signal)
    lifetime.signal.addEventListener('abort', $stack.listen(refreshIfShown))
    return () => lifetime.abort()
  }, [app, unlocker])
}

function useLoaded(isNeeded: boolean, isWaitedFor: boolean, translate: PlayerTranslate) {
  const { app } = useScope()
  const translation = useTranslation()
  const [loaded, setLoaded] = useState<{ part: Part; unlockText: UnlockTranslate }>()
  const [attempts, setAttempts] = useState(0)
  const hasFailed = isWaitedFor && attempts > 0 && !loaded
  useEffect(() => {
    if (hasFailed) app.toasts.showText(translation.text('networkBad'))
  }, [app, translation, hasFailed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    let cancel = () => {}
    Promise.all([load(), unlockMessageLoaders[translation.language.apiCode]()]).then(
      ([part, messages]) =>
        isCurrent && setLoaded({ part, unlockText: translateUnlock(messages, translation, translate) }),
      () => {
        if (isCurrent) cancel = app.environment.clock.setTimer(RETRY_DELAY_MS, () => setAttempts(count => count + 1))
      }
    )
    return () => {
      isCurrent = false
      cancel()
    }
  }, [app, isNeeded, translation, translate, attempts])
  return loaded
}
