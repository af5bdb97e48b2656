import { playAddress } from './player-page.js'

/** Of every page, and of an open and a locked episode. */
export const pageAddresses = [
  '/',
  '/pages/index/dramas',
  '/pages/index/record',
  '/pages/index/my',
  '/pages/index/search',
  '/pages/wallet/store',
  '/pages/wallet/wallet',
  '/pages/reward/reward',
  '/pages/reward/whatsapp',
  '/pages/reward/tg',
  playAddress(1),
  playAddress(11)
]
