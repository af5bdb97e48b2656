import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loadable.js'

export interface MyPage {
  info: Loader<UserInfo>
  reload(): void
}

export function createMyPage(app: App): MyPage {
  const info = createLoader(() => app.api.get('/user/info', {}))
  return { info, reload: () => void info.reload() }
}
