import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loadable.js'

export interface MyPage {
  info: Loader<UserInfo>
  /** Shows the whole app in another language, now and at the next visit. */
  chooseLanguage(tag: string): Promise<void>
}

export function createMyPage(app: App): MyPage {
  return {
    info: createLoader(() => app.api.get('/user/info', {})),
    async chooseLanguage(tag) {
      app.environment.storage.set('drama_lang', tag)
      await app.i18n.setLanguage(tag)
    }
  }
}
