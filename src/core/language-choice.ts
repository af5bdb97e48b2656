import type { Environment } from './environment.js'
import type { Explain } from './explain.js'
import type { I18n } from './i18n.js'
import { RequestError } from './request/request-error.js'

/** Where the viewer's own choice is kept, as a tag. */
export const LANGUAGE_KEY = 'drama_lang'
const CHOSEN = 'language-chosen'

/** Shows the app in another language, now, at the next visit and in the other tabs. */
export type ChooseLanguage = (tag: string) => Promise<void>

export function createLanguageChoice(
  { storage, broadcast }: Environment,
  i18n: I18n,
  explain: Explain
): ChooseLanguage {
  broadcast.listen(message => {
    if (message === CHOSEN) void i18n.setLanguage(storage.get(LANGUAGE_KEY) ?? '')
  })
  return async tag => {
    if (!(await i18n.setLanguage(tag))) return explain(new RequestError('network', 'no texts', 5))
    storage.set(LANGUAGE_KEY, tag)
    broadcast.post(CHOSEN)
  }
}
