import { useStore } from '@nanostores/react'
import type { PartMessages, PartTranslate } from '../../core/i18n/part-messages.js'

/** For what is rendered only after its texts have loaded; throws before. */
export function usePartText<Key extends string>({ $text }: PartMessages<Key>): PartTranslate<Key> {
  const text = useStore($text)
  if (!text) throw new Error('rendered before its texts')
  return text
}
