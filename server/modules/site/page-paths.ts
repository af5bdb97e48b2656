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
