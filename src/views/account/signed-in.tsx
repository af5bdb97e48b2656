import { useRef } from 'react'
import { mergeSummaryLines } from '../../core/account/merge-summary.js'
import type { AccountText } from '../../core/account/messages.js'
import type { SignInState } from '../../core/account/sign-in-flow.js'
import { Icon } from '../ui/icon/icon.js'
import { useInitialFocus } from './use-initial-focus.js'

interface Props {
  say: AccountText
  done: Extract<SignInState, { step: 'done' }>
  onClose(): void
}

export function SignedInStep({ say, done: { user, isNew, merged }, onClose }: Props) {
  const proceed = useRef<HTMLButtonElement>(null)
  useInitialFocus(proceed)
  const lines = merged ? mergeSummaryLines(merged) : []
  const title = isNew ? 'accountReady' : user.kind === 'user' ? 'youAreIn' : 'welcomeBack'
  return (
    <div className="account account-done">
      <span className="account-seal">
        <Icon name="done" />
      </span>
      <div role="status">
        <h2>{say(title)}</h2>
        {user.email && <p className="account-what">{user.email}</p>}
        {isNew && <p className="account-what">{say('allIsYours')}</p>}
      </div>
      {lines.length > 0 && (
        <section className="account-brought">
          <p>{say('broughtAlong')}</p>
          <ul>
            {lines.map(({ key, count }) => (
              <li key={key}>
                <Icon name="done" />
                {say(key, { count })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <button type="button" className="button primary" part="button" ref={proceed} onClick={onClose}>
        {say('proceed')}
      </button>
    </div>
  )
}
