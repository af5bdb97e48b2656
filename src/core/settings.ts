import { atom, type WritableAtom } from 'nanostores'
import type { Environment } from './environment.js'
import { type Rate, toRate } from './rates.js'

const CHOSEN = 'setting-chosen'

export type CaptionSize = 's' | 'm' | 'l'

/** What the viewer chose on this device: how episodes look and run is at once the same in every tab. */
export interface Settings {
  /** This tab's alone while it is open, as is `$isClean`: another window does not fall silent, nor lose its controls. */
  $isMuted: WritableAtom<boolean>
  /** Wire code of the caption language, `off`, or `auto` for the interface's language. */
  $captions: WritableAtom<string>
  $captionSize: WritableAtom<CaptionSize>
  /** Whether captions stand on a dark ground; without it their letters have an edge. */
  $hasCaptionGround: WritableAtom<boolean>
  $rate: WritableAtom<Rate>
  /** The most lines of the picture, as 720; 0 leaves the choice to the connection. */
  $quality: WritableAtom<number>
  /** Nothing but picture and captions in the player. */
  $isClean: WritableAtom<boolean>
}

export function createSettings({ storage, broadcast }: Pick<Environment, 'storage' | 'broadcast'>): Settings {
  const keep = <Value extends string | number | boolean>(key: string, read: (kept: string) => Value, isOwn = false) => {
    const look = () => read(storage.get(key) ?? '')
    const $choice: WritableAtom<Value> = atom(look())
    $choice.listen(choice => {
      const text = `${typeof choice === 'boolean' ? +choice : choice}`
      if (storage.get(key) === text) return
      storage.set(key, text)
      broadcast.post(CHOSEN)
    })
    if (!isOwn) broadcast.listen(message => message === CHOSEN && $choice.set(look()))
    return $choice
  }
  return {
    $isMuted: keep('drama_muted', kept => kept === '1', true),
    $captions: keep('drama_captions', kept => kept || 'auto'),
    $captionSize: keep('drama_caption_size', (kept): CaptionSize => (kept === 's' || kept === 'l' ? kept : 'm')),
    $hasCaptionGround: keep('drama_caption_ground', kept => kept !== '0'),
    $rate: keep('drama_rate', kept => toRate(+kept)),
    $quality: keep('drama_quality', kept => +kept || 0),
    $isClean: keep('drama_clean', kept => kept === '1', true)
  }
}
