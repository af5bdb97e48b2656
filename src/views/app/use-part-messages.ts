import { useEffect, useState } from 'react'
import type { PlaybackMessageKey, PlaybackMessages } from '../../../locales/player/playback-en.js'
import { fillIn, type Parameters, type Translation } from '../../core/i18n/i18n.js'
import { playbackLanguages } from '../../core/playback/playback-texts.js'
import { useTranslation } from './scope.js'

export type PlaybackText = (key: PlaybackMessageKey, parameters?: Parameters) => string

interface Spoken {
  translation: Translation
  messages: PlaybackMessages
}

/** Undefined until the first texts have arrived; the ones before stay while, and if, others do not arrive. */
export function usePlaybackText(): PlaybackText | undefined {
  const translation = useTranslation()
  const [spoken, setSpoken] = useState<Spoken>()
  useEffect(() => {
    let isCurrent = true
    const speak = (messages: PlaybackMessages) => isCurrent && setSpoken({ translation, messages })
    playbackLanguages[translation.language.wire]().then(speak, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [translation])
  return spoken && ((key, parameters) => fillIn(spoken.messages[key], spoken.translation, parameters))
}
