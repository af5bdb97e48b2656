import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useId, useState } from 'react'
import { readyValue } from '../../core/loading/loadable.js'
import { FEEDBACK_LIMIT, feedbackKinds } from '../../core/profile/feedback.js'
import { createFeedbackMessages } from '../../core/profile/feedback-messages.js'
import type { ProfilePage } from '../../core/profile/profile-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { FeedbackList } from './feedback-list.js'
import feedbackCss from './feedback-sheet.css'
import type { ProfileSheetProps } from './profile-sheet.js'

export const css = sheetCss + feedbackCss

export default function FeedbackSheet({ page, onClose }: ProfileSheetProps) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const [messages] = useState(() => createFeedbackMessages(app, page))
  const [isListShown, setListShown] = useState(() => countUnread(page) > 0)
  const hasMessages = (readyValue(useStore(messages.paged.list.$loadable))?.list.length ?? 0) > 0
  return (
    <Sheet label={text('feedback')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the fields inside */}
      <div className="feedback" onKeyDown={stopPropagationInField} onKeyUp={stopPropagationInField}>
        <h2>{text('feedback')}</h2>
        {isListShown ? (
          <FeedbackList texts={page.texts} messages={messages} />
        ) : (
          <FeedbackForm page={page} onClose={onClose} />
        )}
        {(isListShown || hasMessages) && (
          <button
            type="button"
            className="button quiet feedback-switch"
            part="button"
            onClick={() => setListShown(!isListShown)}
          >
            {text(isListShown ? 'feedbackNew' : 'feedbackMine')}
          </button>
        )}
      </div>
    </Sheet>
  )
}

const countUnread = ({ info }: ProfilePage) => readyValue(info.$loadable.get())?.unread_answers ?? 0

function FeedbackForm({ page, onClose }: ProfileSheetProps) {
  const { feedback } = page
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const { kind, text: written, length, problem, isSending } = useStore(feedback.$draft)
  const id = useId()
  const send = async () => {
    if (await feedback.send()) onClose()
  }
  return (
    <>
      <label>
        <span>{text('feedbackKind')}</span>
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            const chosen = feedbackKinds.find(known => known.kind === value)
            if (chosen) feedback.choose(chosen.kind)
          }}
        >
          {feedbackKinds.map(known => (
            <option key={known.kind} value={known.kind}>
              {text(known.title)}
            </option>
          ))}
        </select>
      </label>
      <label className="feedback-text">
        <span>{text('feedbackText')}</span>
        <textarea
          value={written}
          rows={6}
          placeholder={text('feedbackHint')}
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          onChange={event => feedback.write(event.currentTarget.value)}
        />
      </label>
      <p className="feedback-foot">
        <span className="feedback-problem" id={id} role="alert">
          {problem && text(problem)}
        </span>
        <span className="feedback-count">
          {number(length)} / {number(FEEDBACK_LIMIT)}
        </span>
      </p>
      <button
        type="button"
        className="button primary"
        part="button"
        aria-disabled={isSending}
        onClick={() => void send()}
      >
        {text(isSending ? 'pleaseWait' : 'send')}
      </button>
    </>
  )
}

/** The browser handles Tab inside the form. Escape still closes the sheet. */
function stopPropagationInField(event: KeyboardEvent) {
  if (event.key !== 'Escape' && !(event.target instanceof HTMLButtonElement)) event.stopPropagation()
}
