/** The addresses of the app's pages on the standalone site, as its router has them. */
export const pagePaths: ReadonlySet<string> = new Set([
  '/pages/index/index',
  '/pages/index/dramas',
  '/pages/index/record',
  '/pages/index/my',
  '/pages/index/play',
  '/pages/index/search',
  '/pages/wallet/wallet',
  '/pages/wallet/store',
  '/pages/reward/reward',
  '/pages/reward/whatsapp',
  '/pages/reward/facebook',
  '/pages/reward/tg'
])

export const HOME_PATHS: ReadonlySet<string> = new Set(['/', '/pages/index/index'])
export const DISCOVER_PATH = '/pages/index/dramas'

/** Search engines shall not show these pages: they are a viewer's own, or have no content without a viewer. */
export const privatePathPrefixes = ['/pages/index/my', '/pages/index/record', '/pages/wallet/', '/pages/reward/']
