import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ChannelState, RewardIndex } from '../../../contract/reward.js'
import { safeUrl } from '../../core/lib/safe-url.js'
import { createTelegramPage, type TelegramPage } from '../../core/reward/telegram-page.js'
import type { StackPage } from '../../core/router/router.js'
import { findExternalLinkTarget } from '../../dom/browser-features/in-app-browser.js'
import { useScope } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { usePartText } from '../app/use-part-text.js'
import { isSubmitKey } from '../ui/controls/submit-key.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { EmptyState } from '../ui/status/notice.js'
import { useClaimToast } from './claim-button.js'
import { RewardIcon } from './reward-icon.js'
import { css as frameCss, RewardPageFrame } from './reward-page-frame.js'
import { ChannelStatusCard } from './share/channel-status-card.js'
import shareCss from './share/share-page.css'
import { SubmissionList } from './submissions/submission-list.js'
import { submitProblem, submittedMessage } from './submissions/submission-messages.js'
import submissionsCss from './submissions/submissions.css'

export const css = frameCss + shareCss + submissionsCss

export default function TelegramPageView({ page: stackPage }: { page: StackPage }) {
  const { app } = useScope()
  const page = usePageModel(() => createTelegramPage(app))
  return (
    <RewardPageFrame page={page} stackPage={stackPage}>
      {index => <Steps page={page} index={index} />}
    </RewardPageFrame>
  )
}

function Steps({ page, index }: { page: TelegramPage; index: RewardIndex }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  useClaimToast(page)
  const state = index.shares.telegram
  const channel = index.telegram_url && safeUrl(index.telegram_url, app.options.apiBase || app.environment.page.url)
  const mine = useRef<HTMLHeadingElement>(null)
  const isInReview = state.latest?.status === 0
  if (!state.is_enabled) return <EmptyState icon={<ActionIcon name="info" />} text={text('notOffered')} />
  return (
    <>
      <ChannelStatusCard page={page} index={index} state={state} />
      <ol className="reward-steps">
        <li>
          <h2>{text('stepJoin')}</h2>
          <p>{text('stepJoinWhat')}</p>
          {!channel ? (
            <p>{text('noChannel')}</p>
          ) : (
            <a
              className="button primary"
              part="button"
              href={channel}
              target={findExternalLinkTarget()}
              rel="noopener noreferrer"
            >
              <RewardIcon name="telegram" />
              {text('stepJoin')}
            </a>
          )}
        </li>
        {!isInReview && (
          <li>
            <h2>{text('stepTelegramId')}</h2>
            <IdField page={page} state={state} onSent={() => mine.current?.focus({ preventScroll: true })} />
            <p>{text('ruleOnce')}</p>
          </li>
        )}
      </ol>
      <section aria-labelledby="reward-mine">
        <h2 id="reward-mine" ref={mine} tabIndex={-1}>
          {text('mySubmissions')}
        </h2>
        <SubmissionList page={page} submissions={page.submissions} />
      </section>
    </>
  )
}

interface IdFieldProps {
  page: TelegramPage
  state: ChannelState
  /** Takes the focus, because the field goes. */
  onSent(): void
}

function IdField({ page, state, onSent }: IdFieldProps) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const submitState = useStore(page.$submitState)
  const [written, setWritten] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const problem = submitProblem(submitState, text)
  const send = async () => {
    if (submitState.state === 'sending') return
    const submission = await page.submit(written)
    if (submission) {
      setWritten('')
      onSent()
      app.toasts.showText(submittedMessage(submission, text))
    } else field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // The host page sees the element as the target, not a field, so its shortcuts would react.
    event.stopPropagation()
    if (isSubmitKey(event)) void send()
  }
  return (
    <div className="telegram-id">
      <label htmlFor={id}>{text('telegramIdField')}</label>
      <input
        id={id}
        ref={field}
        value={written}
        maxLength={128}
        placeholder={text('telegramIdMissing')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem ${id}-hint`}
        onChange={event => {
          setWritten(event.currentTarget.value)
          page.clearProblem()
        }}
        onKeyDown={press}
        onKeyUp={event => event.stopPropagation()}
      />
      <p className="picture-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <p id={`${id}-hint`}>{text('telegramIdHint')}</p>
      <button
        type="button"
        className="button primary"
        part="button"
        data-quiet={state.can_submit ? undefined : ''}
        aria-disabled={submitState.state === 'sending'}
        onClick={() => void send()}
      >
        {submitState.state === 'sending' ? <i className="spinner-ring" /> : text('handIn')}
      </button>
    </div>
  )
}
