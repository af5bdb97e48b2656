import type { HomeAnswer } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loadable.js'

export interface HomePage {
  home: Loader<HomeAnswer>
}

export function createHomePage(app: App): HomePage {
  const load = async () => {
    await app.session.whenReady()
    const first = app.takeFirst('home')
    return first && 'banners' in first ? first : app.api.get('/index/home', {})
  }
  return { home: createLoader(load) }
}
