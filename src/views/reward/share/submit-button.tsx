import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import type { SharePage } from '../../../core/reward/share-page.js'
import { useScope } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { submitProblem, submittedMessage } from '../submissions/submission-messages.js'

export function SubmitButton({ page, isEnabled }: { page: SharePage; isEnabled: boolean }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const submitState = useStore(page.$submitState)
  const screenshot = useStore(page.$screenshot)
  const problem = submitProblem(submitState, text)
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (problem) scrollIntoPage(container.current)
  }, [problem])
  const submit = async () => {
    if (submitState.state === 'sending' || screenshot.state === 'sending' || screenshot.state === 'checking') return
    const submission = await page.submit()
    if (submission) app.toasts.showText(submittedMessage(submission, text))
  }
  return (
    <div className="submit-area" ref={container}>
      <p className="picture-problem" id={id} role="alert">
        {problem}
      </p>
      <button
        type="button"
        className="button primary"
        part="button"
        data-quiet={isEnabled && screenshot.state === 'ready' ? undefined : ''}
        aria-describedby={id}
        aria-disabled={submitState.state === 'sending'}
        onClick={() => void submit()}
      >
        {submitState.state === 'sending' ? <i className="spinner-ring" /> : text('handIn')}
      </button>
    </div>
  )
}

/** Not scrollIntoView, which would scroll the host page too. */
function scrollIntoPage(element: HTMLElement | null) {
  const page = element?.closest('.page')
  if (!element || !page) return
  const [part, whole] = [element.getBoundingClientRect(), page.getBoundingClientRect()]
  page.scrollBy({ top: Math.max(0, part.bottom - whole.bottom) + Math.min(0, part.top - whole.top) })
}
