import { atom, type WritableAtom } from 'nanostores'
import type { Storage } from './environment.js'

/** What the viewer chose on this device. */
export interface Settings {
  $isMuted: WritableAtom<boolean>
  /** Wire code of the caption language, `off`, or `auto` for the interface's language. */
  $captions: WritableAtom<string>
}

export function createSettings(storage: Storage): Settings {
  const $isMuted = atom(storage.get('drama_muted') === '1')
  $isMuted.listen(isMuted => storage.set('drama_muted', isMuted ? '1' : '0'))
  const $captions = atom(storage.get('drama_captions') ?? 'auto')
  $captions.listen(choice => storage.set('drama_captions', choice))
  return { $isMuted, $captions }
}
