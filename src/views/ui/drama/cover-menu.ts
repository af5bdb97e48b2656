// Entry of a chunk that is loaded with the first cover.
import type { App } from '../../../core/app.js'
import { listenForLongPress } from '../gesture/long-press.js'

const coverAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-drama]')

export function listenForCoverPress(app: App, root: ShadowRoot): void {
  const { signal } = app
  const appElement = root.querySelector<HTMLElement>('.app')
  if (!appElement) return
  const open = ({ dataset }: HTMLElement) => app.dramaSheet.open(dataset.drama ?? '')
  const actions = { onPress: open, onEnd: () => undefined }
  appElement.addEventListener(
    'contextmenu',
    event => {
      const cover = event.target && coverAt(event.target)
      if (!cover) return
      event.preventDefault()
      // Touch browsers fire contextmenu after the long press was recognised.
      if (!cover.hasAttribute('data-held')) open(cover)
    },
    { signal }
  )
  listenForLongPress(appElement, { clock: app.environment.clock, actions: () => actions, pick: coverAt }, signal)
}
