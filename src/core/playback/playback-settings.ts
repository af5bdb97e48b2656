import { atom, type WritableAtom } from 'nanostores'
import type { Environment } from '../environment.js'
import { type PlaybackRate, parsePlaybackRate } from './playback-options.js'
import { muted, quality, readSetting, type StoredSetting } from './stored-settings.js'

const SETTING_CHANGED = 'setting-chosen'

export type CaptionSize = 's' | 'm' | 'l'

export interface PlaybackSettings {
  /** Each tab has its own value, like `$isClean`: muting one tab must not mute another. */
  $isMuted: WritableAtom<boolean>
  /** Code of the caption language, `off`, or `auto` for the language of the interface. */
  $captions: WritableAtom<string>
  $captionSize: WritableAtom<CaptionSize>
  $hasCaptionBackground: WritableAtom<boolean>
  $rate: WritableAtom<PlaybackRate>
  $quality: WritableAtom<number>
  $isControlsHidden: WritableAtom<boolean>
}

export function createPlaybackSettings({
  storage,
  broadcast
}: Pick<Environment, 'storage' | 'broadcast'>): PlaybackSettings {
  const createStoredAtom = <Value extends string | number | boolean>(
    { key, read }: StoredSetting<Value>,
    isPerTab = false
  ) => {
    const readChoice = () => readSetting(storage, { key, read })
    const $choice: WritableAtom<Value> = atom(readChoice())
    $choice.listen(choice => {
      const text = `${typeof choice === 'boolean' ? +choice : choice}`
      if (storage.get(key) === text) return
      storage.set(key, text)
      broadcast.post(SETTING_CHANGED)
    })
    if (!isPerTab) broadcast.listen(message => message === SETTING_CHANGED && $choice.set(readChoice()))
    return $choice
  }
  return {
    $isMuted: createStoredAtom(muted, true),
    $captions: createStoredAtom({ key: 'drama_captions', read: stored => stored || 'auto' }),
    $captionSize: createStoredAtom({
      key: 'drama_caption_size',
      read: (stored): CaptionSize => (stored === 's' || stored === 'l' ? stored : 'm')
    }),
    $hasCaptionBackground: createStoredAtom({ key: 'drama_caption_ground', read: stored => stored !== '0' }),
    $rate: createStoredAtom({ key: 'drama_rate', read: stored => parsePlaybackRate(+stored) }),
    $quality: createStoredAtom(quality),
    $isControlsHidden: createStoredAtom({ key: 'drama_clean', read: stored => stored === '1' }, true)
  }
}
