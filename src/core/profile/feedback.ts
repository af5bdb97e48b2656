import { atom, type ReadableAtom } from 'nanostores'
import type { FeedbackKind } from '../../../contract/feedback.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { ProfileMessageKey } from '../../../locales/profile/en.js'
import type { App } from '../app.js'
import { failureMessageKey } from '../loading/error-message.js'
import type { ProfileTexts } from './messages.js'

export const feedbackKinds: readonly { kind: FeedbackKind; title: ProfileMessageKey }[] = [
  { kind: 'bug', title: 'feedbackBug' },
  { kind: 'payment', title: 'feedbackPayment' },
  { kind: 'content', title: 'feedbackContent' },
  { kind: 'idea', title: 'feedbackIdea' },
  { kind: 'other', title: 'feedbackOther' }
]

/** In code points, as the server counts. */
export const FEEDBACK_LIMIT = 2000

export interface FeedbackDraft {
  kind: FeedbackKind
  text: string
  length: number
  isSending: boolean
  problem: MessageKey | ProfileMessageKey | undefined
}

export interface Feedback {
  $draft: ReadableAtom<FeedbackDraft>
  choose(kind: FeedbackKind): void
  write(text: string): void
  send(): Promise<boolean>
}

export function createFeedback(app: Pick<App, 'api' | 'toasts'>, { $text }: ProfileTexts): Feedback {
  const empty: FeedbackDraft = { kind: 'bug', text: '', length: 0, isSending: false, problem: undefined }
  const $draft = atom(empty)
  const update = (part: Partial<FeedbackDraft>) => $draft.set({ ...$draft.get(), ...part })
  return {
    $draft,
    choose: kind => update({ kind }),
    write(text) {
      const { length } = [...text]
      update({ text, length, problem: isTooLong(text) ? 'feedbackTooLong' : undefined })
    },
    async send() {
      const { kind, text, isSending } = $draft.get()
      const message = text.trim()
      if (isSending) return false
      if (message === '') update({ problem: 'feedbackEmpty' })
      if (message === '' || isTooLong(text)) return false
      update({ isSending: true, problem: undefined })
      try {
        await app.api.post('/feedback/submit', { kind, text: message }, { isQuiet: true })
      } catch (error) {
        update({ isSending: false, problem: failureMessageKey(error) })
        return false
      }
      // Keeps the text if the viewer has written another message meanwhile.
      const hasMore = $draft.get().text !== text
      $draft.set(hasMore ? { ...$draft.get(), isSending: false } : empty)
      app.toasts.show({ title: $text.get()?.('feedbackSent') ?? '' })
      return true
    }
  }
}

function isTooLong(text: string): boolean {
  return [...text.trim()].length > FEEDBACK_LIMIT
}
