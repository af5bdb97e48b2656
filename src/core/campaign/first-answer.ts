import type { VisitorLogin } from '../../../contract/visitor.js'

type Answer = VisitorLogin['first']

/** What came along with the sign-in, for the page that wants it. */
export interface FirstAnswer {
  keep(want: string, answer: Answer): void
  /** The kept answer, once; null when it is not the one wanted, or in another language than `lang()` is now. */
  take(want: string): Answer
}

export function createFirstAnswer(lang: () => string): FirstAnswer {
  let kept: { want: string; lang: string; answer: Answer } | undefined
  return {
    keep(want, answer) {
      kept = { want, lang: lang(), answer }
    },
    take(want) {
      const answer = kept?.want === want && kept.lang === lang() ? kept.answer : null
      kept = undefined
      return answer
    }
  }
}
