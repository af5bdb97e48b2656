import { use } from 'react'
import { interpolate } from '../../src/core/i18n/i18n.js'
import { formatsOf } from './create-formats.js'
import { useLanguage } from './language.js'
import type { Language } from './languages.js'
import { type AnyMessages, type LanguageTag, type Part, parts, type TextOf } from './parts.js'

const loading = new Map<string, Promise<AnyMessages>>()
const loaded = new Map<string, AnyMessages>()
const toKey = (part: Part, tag: LanguageTag) => `${part} ${tag}`

/** A part that could not be loaded is requested again by the next call. */
export function loadTexts(part: Part, { tag }: Language): Promise<AnyMessages> {
  const key = toKey(part, tag)
  const known = loading.get(key)
  if (known !== undefined) return known
  const promise: Promise<AnyMessages> = parts[part][tag]().then(({ messages }) => messages)
  loading.set(key, promise)
  promise.then(
    messages => loaded.set(key, messages),
    () => loading.delete(key)
  )
  return promise
}

/** Suspends until the texts are there. */
export function useText<Name extends Part>(part: Name): TextOf<Name> {
  const { language } = useLanguage()
  const messages = loaded.get(toKey(part, language.tag)) ?? use(loadTexts(part, language))
  const format = formatsOf(language)
  return (key, parameters) => {
    const message = messages[key]
    return message === undefined ? '' : interpolate(message, format, { ...parameters })
  }
}
