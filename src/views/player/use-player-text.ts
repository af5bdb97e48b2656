import { useEffect, useState } from 'react'
import { type PlayerText, playerLanguages, speakPlayer } from '../../core/playback/messages.js'
import { useTranslation } from '../app/scope.js'

/** The player's texts once `isWanted`. Keeps the previous language while, or if, the new one does not arrive. */
export function usePlayerText(isWanted: boolean): PlayerText | undefined {
  const translation = useTranslation()
  const [text, setText] = useState<{ say: PlayerText }>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    playerLanguages[translation.language.wire]().then(
      messages => isCurrent && setText({ say: speakPlayer(messages, translation) }),
      () => undefined
    )
    return () => {
      isCurrent = false
    }
  }, [translation, isWanted])
  return text?.say
}
