import { atom, type WritableAtom } from 'nanostores'
import type { Environment } from '../environment.js'
import { type PlaybackRate, parsePlaybackRate } from './playback-options.js'
import { muted, quality, readSetting, type StoredSetting } from './stored-settings.js'

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
  $hasCaptionBackground: WritableAtom<boolean>
  $rate: WritableAtom<PlaybackRate>
  /** The most lines of the picture, as 720; 0 leaves the choice to the connection. */
  $quality: WritableAtom<number>
  /** Nothing but picture and captions in the player. */
  $isClean: WritableAtom<boolean>
}

export function createSettings({ storage, broadcast }: Pick<Environment, 'storage' | 'broadcast'>): Settings {
  const createStoredAtom = <Value extends string | number | boolean>(
    { key, read }: StoredSetting<Value>,
    isOwn = false
  ) => {
    const look = () => readSetting(storage, { key, read })
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
    $isMuted: createStoredAtom(muted, true),
    $captions: createStoredAtom({ key: 'drama_captions', read: kept => kept || 'auto' }),
    $captionSize: createStoredAtom({
      key: 'drama_caption_size',
      read: (kept): CaptionSize => (kept === 's' || kept === 'l' ? kept : 'm')
    }),
    $hasCaptionBackground: createStoredAtom({ key: 'drama_caption_ground', read: kept => kept !== '0' }),
    $rate: createStoredAtom({ key: 'drama_rate', read: kept => parsePlaybackRate(+kept) }),
    $quality: createStoredAtom(quality),
    $isClean: createStoredAtom({ key: 'drama_clean', read: kept => kept === '1' }, true)
  }
}
