import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { PlayerPage } from '../../core/playback/player-page.js'

/**
 * The page for what lies over the picture. Its `$play` follows a swipe after the frame of the episode, because rendering
 * the controls anew takes as long as that frame.
 */
export function useOverlayPage(page: PlayerPage): PlayerPage {
  const [{ overlayPage, stop }] = useState(() => createOverlayPage(page))
  useEffect(() => stop, [stop])
  return overlayPage
}

function createOverlayPage(page: PlayerPage) {
  const $play = atom(page.$play.get())
  let isFrameDue = false
  const update = () => {
    isFrameDue = false
    $play.set(page.$play.get())
  }
  const stop = page.$play.listen(({ state }) => {
    const isSwipe = state === 'playing' && $play.get().state === 'playing'
    if (!isSwipe) return update()
    if (!isFrameDue) requestAnimationFrame(() => setTimeout(() => isFrameDue && update()))
    isFrameDue = true
  })
  return { overlayPage: { ...page, $play }, stop }
}
