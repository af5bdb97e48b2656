import { useRef } from 'react'
import { mergeSummaryLines } from '../../core/account/merge-summary.js'
import type { AccountTranslate } from '../../core/account/messages.js'
import type { SignInState } from '../../core/account/sign-in-flow.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { useInitialFocus } from './use-initial-focus.js'

interface Props {
  translate: AccountTranslate
  done: Extract<SignInState, { step: 'done' }>
  onClose(): void
}

export function SignedInStep({ translate, done: { user, isNew, merged }, onClose }: Props) {
  const proceed = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // After typing on a phone, the browser draws a focus ring around the button.
  useInitialFocus(matchMedia('(hover: none)').matches ? heading : proceed)
  const lines = merged ? mergeSummaryLines(merged) : []
  const title = isNew ? 'accountReady' : user.kind === 'user' ? 'youAreIn' : 'welcomeBack'
  return (
    <div className="account account-done">
      <span className="account-seal">
        <ActionIcon name="done" />
      </span>
      <div role="status">
        <h2 ref={heading} tabIndex={-1}>
          {translate(title)}
        </h2>
        {user.email && <p className="account-text">{user.email}</p>}
        {isNew && <p className="account-text">{translate('allIsYours')}</p>}
      </div>
      {lines.length > 0 && (
        <section className="account-merged">
          <p>{translate('broughtAlong')}</p>
          <ul>
            {lines.map(({ key, count }) => (
              <li key={key}>
                <ActionIcon name="done" />
                {translate(key, { count })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <button type="button" className="button primary" part="button" ref={proceed} onClick={onClose}>
        {translate('proceed')}
      </button>
    </div>
  )
}
