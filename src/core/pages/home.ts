import type { ContinueCard, HomeAnswer } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loadable.js'

export interface HomePage {
  home: Loader<HomeAnswer>
  reload(): void
  exit(): void
}

export function createHomePage(app: App): HomePage {
  const load = async () => {
    await app.session.whenReady()
    await app.progress.whenSaved()
    const first = app.takeFirst('home')
    return first && 'banners' in first ? first : app.api.get('/index/home', {})
  }
  const home = createLoader(load)
  // The row has the new place before the viewer is back: nothing moves under the finger.
  const exit = app.progress.$latest.listen(latest => {
    const shown = home.$loadable.get()
    if (latest && shown.state === 'ready')
      home.set({ ...shown.value, continue: putFirst(shown.value.continue, latest) })
  })
  return { home, reload: () => void home.reload(), exit }
}

function putFirst(list: readonly ContinueCard[], latest: ContinueCard): ContinueCard[] {
  return [latest, ...list.filter(({ drama }) => drama.id !== latest.drama.id)]
}
