import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AccountText } from '../../core/account/messages.js'
import { getSignInFlow, isCompleteCode, onlyDigits, type SignInFlow } from '../../core/account/sign-in-flow.js'
import { useScope } from '../app/scope.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import accountCss from './account.css'
import { FormField } from './form-field.js'
import { SignedInStep } from './signed-in.js'
import type { AccountSheetProps } from './use-account-sheets.js'

export const css = sheetCss + accountCss

export function AccountSheet({ say, onClose }: AccountSheetProps) {
  const { app } = useScope()
  const entry = getSignInFlow(app)
  const state = useStore(entry.$state)
  useLayoutEffect(() => entry.reset(), [entry])
  const field = useRef<HTMLInputElement>(null)
  const parts = { entry, say, field }
  return (
    <Sheet label={say('signIn')} first={field} onClose={onClose}>
      {state.step === 'email' && <EmailStep {...parts} />}
      {state.step === 'code' && <CodeStep {...parts} wait={state.wait} />}
      {state.step === 'recovery' && <RecoveryStep {...parts} />}
      {state.step === 'done' && <SignedInStep say={say} done={state} onClose={onClose} />}
    </Sheet>
  )
}

interface StepProps {
  entry: SignInFlow
  say: AccountText
  field: RefObject<HTMLInputElement | null>
}

interface StepFormProps extends Pick<StepProps, 'entry' | 'say'> {
  title: string
  description: string
  action: string
  isIncomplete?: boolean
  children: ReactNode
  alternatives: ReactNode
  onSubmit(): void
}

function StepForm({
  entry,
  say,
  title,
  description,
  action,
  isIncomplete = false,
  children,
  alternatives,
  onSubmit
}: StepFormProps) {
  const { isBusy } = useStore(entry.$state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    // Stop the event: the host page sees the element as its target, not a field, so its shortcuts would react.
    <form className="account" noValidate onSubmit={submit} onKeyUp={event => event.stopPropagation()}>
      <h2>{title}</h2>
      <p className="account-what">{description}</p>
      {children}
      <button type="submit" className="button primary" part="button" aria-disabled={isBusy || isIncomplete}>
        {isBusy ? say('pleaseWait') : action}
      </button>
      <div className="account-ways">{alternatives}</div>
    </form>
  )
}

function EmailStep({ entry, say, field }: StepProps) {
  const { problem } = useStore(entry.$state)
  const [email, setEmail] = useState(entry.email())
  return (
    <StepForm
      entry={entry}
      say={say}
      title={say('signIn')}
      description={say('entryWhat')}
      action={say('sendCode')}
      onSubmit={() => void entry.sendCode(email)}
      alternatives={
        <button type="button" onClick={() => entry.goTo('recovery')}>
          {say('haveCode')}
        </button>
      }
    >
      <FormField
        field={field}
        label={say('email')}
        problem={problem && say(problem)}
        value={email}
        onInput={setEmail}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        enterKeyHint="send"
      />
    </StepForm>
  )
}

function CodeStep({ entry, say, field, wait }: StepProps & { wait: number }) {
  const { problem, isBusy } = useStore(entry.$state)
  const [code, setCode] = useState('')
  const lastSubmitted = useRef('')
  const submit = (written: string) => {
    if (!isCompleteCode(written)) return
    lastSubmitted.current = written
    void entry.enterCode(written)
  }
  useEffect(() => {
    // A new attempt starts with an empty field. A code that was not delivered stays, to be sent again.
    if (problem === 'codeWrong' || problem === 'tooManyTries') setCode('')
  }, [problem])
  return (
    <StepForm
      entry={entry}
      say={say}
      title={say('codeTitle')}
      description={say('codeSent', { email: entry.email() })}
      action={say('checkCode')}
      isIncomplete={!isCompleteCode(code)}
      onSubmit={() => submit(code)}
      alternatives={
        <>
          <button
            type="button"
            aria-disabled={wait > 0 || isBusy}
            onClick={() => wait === 0 && !isBusy && void entry.sendCode()}
          >
            {wait > 0 ? say('resendIn', { count: wait }) : say('resend')}
          </button>
          <button type="button" onClick={() => entry.goTo('email')}>
            {say('changeAddress')}
          </button>
        </>
      }
    >
      <FormField
        field={field}
        label={say('code')}
        problem={problem && say(problem)}
        className="account-code"
        value={code}
        onInput={text => {
          const written = onlyDigits(text)
          setCode(written)
          if (written !== lastSubmitted.current) submit(written)
        }}
        type="text"
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
      />
    </StepForm>
  )
}

function RecoveryStep({ entry, say, field }: StepProps) {
  const { problem } = useStore(entry.$state)
  const [code, setCode] = useState('')
  return (
    <StepForm
      entry={entry}
      say={say}
      title={say('recoveryCode')}
      description={say('recoveryWhat')}
      action={say('recover')}
      onSubmit={() => void entry.recover(code)}
      alternatives={
        <button type="button" onClick={() => entry.goTo('email')}>
          {say('useEmail')}
        </button>
      }
    >
      <FormField
        field={field}
        label={say('recoveryCode')}
        problem={problem && say(problem)}
        className="account-recovery"
        value={code}
        onInput={setCode}
        type="text"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="XXXX-XXXX-XXXX"
        maxLength={64}
        enterKeyHint="done"
      />
    </StepForm>
  )
}
