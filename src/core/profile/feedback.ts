// A message to the operator: written, sent, and kept until it has arrived.
import { atom, type ReadableAtom } from 'nanostores'
import type { FeedbackKind } from '../../../contract/feedback.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { ProfileMessageKey } from '../../../locales/profile/en.js'
import type { App } from '../app.js'
import { failureMessage } from '../loading/error-message.js'
import type { MyTexts } from './messages.js'

/** What it can be about, in the order in which it is offered. */
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
  /** Of the text, in code points. */
  length: number
  isSending: boolean
  /** Why it was not sent. */
  problem: MessageKey | ProfileMessageKey | undefined
}

export interface Feedback {
  $draft: ReadableAtom<FeedbackDraft>
  choose(kind: FeedbackKind): void
  write(text: string): void
  /** True when it has arrived: then the viewer is thanked and the draft is empty. Never rejects. */
  send(): Promise<boolean>
}

export function createFeedback(app: Pick<App, 'api' | 'toasts'>, { $text }: MyTexts): Feedback {
  const empty: FeedbackDraft = { kind: 'bug', text: '', length: 0, isSending: false, problem: undefined }
  const $draft = atom(empty)
  const change = (part: Partial<FeedbackDraft>) => $draft.set({ ...$draft.get(), ...part })
  return {
    $draft,
    choose: kind => change({ kind }),
    write(text) {
      const { length } = [...text]
      change({ text, length, problem: isTooLong(text) ? 'feedbackTooLong' : undefined })
    },
    async send() {
      const { kind, text, isSending } = $draft.get()
      const wanted = text.trim()
      if (isSending) return false
      if (wanted === '') change({ problem: 'feedbackEmpty' })
      if (wanted === '' || isTooLong(text)) return false
      change({ isSending: true, problem: undefined })
      try {
        await app.api.post('/feedback/submit', { kind, text: wanted }, { isQuiet: true })
      } catch (error) {
        change({ isSending: false, problem: failureMessage(error) })
        return false
      }
      // What was written meanwhile is another message.
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
