import type { Environment } from '../environment.js'
import type { Emitter } from '../event/host-events.js'
import { RequestError } from '../request/request-error.js'
import type { I18n } from './i18n.js'
import { findLanguage, LANGUAGE_KEY } from './languages.js'

const LANGUAGE_CHANGED = 'language-chosen'

export interface LanguageChoice {
  showLanguage(code: string): Promise<boolean>
  chooseLanguage(tag: string): Promise<void>
}

export function createLanguageChoice(
  { storage, broadcast }: Environment,
  i18n: I18n,
  { emit, showError, signal }: { emit: Emitter; showError(error: unknown): void; signal: AbortSignal }
): LanguageChoice {
  async function showLanguage(code: string): Promise<boolean> {
    const isShown = await i18n.setLanguage(code)
    if (!isShown && findLanguage(code) && !signal.aborted) {
      emit('drama-error', { kind: 'language' })
      showError(new RequestError('network', 'no texts', 5))
    }
    return isShown
  }

  broadcast.listen(message => {
    if (message === LANGUAGE_CHANGED) void showLanguage(storage.get(LANGUAGE_KEY) ?? '')
  })
  return {
    showLanguage,
    async chooseLanguage(tag) {
      if (!(await showLanguage(tag))) return
      storage.set(LANGUAGE_KEY, tag)
      broadcast.post(LANGUAGE_CHANGED)
    }
  }
}
