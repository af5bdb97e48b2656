// Texts that only My's sheets need: they arrive with that page, in the language that is shown.
import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../contract/lang.js'
import type { MessageKey } from '../../locales/en.js'
import type { MyMessageKey, MyMessages } from '../../locales/my-en.js'
import { fillIn, type I18n, type Parameters } from './i18n.js'

export const myLanguages: Record<Lang, () => Promise<MyMessages>> = {
  pt: async () => (await import('../../locales/my-pt.js')).myPt,
  en: async () => (await import('../../locales/my-en.js')).myEn,
  es: async () => (await import('../../locales/my-es.js')).myEs,
  'zh-cn': async () => (await import('../../locales/my-zh-hans.js')).myZhHans,
  'zh-tw': async () => (await import('../../locales/my-zh-hant.js')).myZhHant
}

/** Says one of these texts, or one of those that every page has. */
export type MyText = (key: MyMessageKey | MessageKey, parameters?: Parameters) => string

export interface MyTexts {
  /** Undefined until the first have arrived; the ones before stay while, and if, others do not arrive. */
  $text: ReadableAtom<MyText | undefined>
  /** Resolves when there are texts; rejects when they could not be had. */
  load(): Promise<void>
}

/** Follows the language that is shown, until the signal. */
export function createMyTexts({ $translation }: Pick<I18n, '$translation'>, signal: AbortSignal): MyTexts {
  const $text = atom<MyText | undefined>()
  let spoken: unknown

  async function load() {
    const translation = $translation.get()
    if (!translation || spoken === translation) return
    const messages = await myLanguages[translation.language.wire]()
    if ($translation.get() !== translation) return load()
    spoken = translation
    const isOwn = (key: string): key is MyMessageKey => key in messages
    $text.set((key, parameters) =>
      isOwn(key) ? fillIn(messages[key], translation, parameters) : translation.text(key, parameters)
    )
  }

  // What is missing is asked for again when a sheet opens.
  const follow = () => void load().catch(() => undefined)
  signal.addEventListener('abort', $translation.subscribe(follow))
  return { $text, load }
}
