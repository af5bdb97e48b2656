import { useEffect, useState } from 'react'
import { type PlayerTranslate, playerMessageLoaders, translatePlayer } from '../../core/playback/messages.js'
import { useTranslation } from '../app/scope.js'

/** Loads the texts once `isWanted`. Keeps the previous language until the new one is loaded. */
export function usePlayerMessages(isWanted: boolean): PlayerTranslate | undefined {
  const translation = useTranslation()
  const [loaded, setLoaded] = useState<{ translate: PlayerTranslate }>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    playerMessageLoaders[translation.language.apiCode]().then(
      messages => isCurrent && setLoaded({ translate: translatePlayer(messages, translation) }),
      () => undefined
    )
    return () => {
      isCurrent = false
    }
  }, [translation, isWanted])
  return loaded?.translate
}
