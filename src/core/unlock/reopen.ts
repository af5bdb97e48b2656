import type { PlayPage } from '../playback/player-page.js'

/** Asks the server anew for a locked episode that is still on screen; whether it plays now. */
export async function reopen(page: PlayPage, no: number): Promise<boolean> {
  const isShown = (state: 'locked' | 'playing') => {
    const shown = page.$play.get()
    return shown.no === no && shown.state === state
  }
  if (isShown('locked') && (await page.renew()) && isShown('locked')) await page.retry()
  return isShown('playing')
}
