import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AccountTranslate } from '../../core/account/messages.js'
import { getSignInFlow, isCompleteCode, onlyDigits, type SignInFlow } from '../../core/account/sign-in-flow.js'
import { useScope } from '../app/scope.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import accountCss from './account.css'
import { FormField } from './form-field.js'
import { SignedInStep } from './signed-in-step.js'
import type { AccountSheetProps } from './use-account-sheets.js'

export const css = sheetCss + accountCss

export default function SignInSheet({ translate, onClose }: AccountSheetProps) {
  const { app } = useScope()
  const flow = getSignInFlow(app)
  const state = useStore(flow.$state)
  useLayoutEffect(() => flow.reset(), [flow])
  const field = useRef<HTMLInputElement>(null)
  const parts = { flow, translate, field }
  return (
    <Sheet label={translate('signIn')} first={field} onClose={onClose}>
      {state.step === 'email' && <EmailStep {...parts} />}
      {state.step === 'code' && <CodeStep {...parts} wait={state.wait} />}
      {state.step === 'recovery' && <RecoveryStep {...parts} />}
      {state.step === 'done' && <SignedInStep translate={translate} done={state} onClose={onClose} />}
    </Sheet>
  )
}

interface StepProps {
  flow: SignInFlow
  translate: AccountTranslate
  field: RefObject<HTMLInputElement | null>
}

interface StepFormProps extends Pick<StepProps, 'flow' | 'translate'> {
  title: string
  description: string
  action: string
  isIncomplete?: boolean
  children: ReactNode
  alternatives: ReactNode
  onSubmit(): void
}

function StepForm({
  flow,
  translate,
  title,
  description,
  action,
  isIncomplete = false,
  children,
  alternatives,
  onSubmit
}: StepFormProps) {
  const { isBusy } = useStore(flow.$state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    // Stop the event: the host page sees the element as its target, not a field, so its shortcuts would react.
    <form className="account" noValidate onSubmit={submit} onKeyUp={event => event.stopPropagation()}>
      <h2>{title}</h2>
      <p className="account-text">{description}</p>
      {children}
      <button type="submit" className="button primary" part="button" aria-disabled={isBusy || isIncomplete}>
        {isBusy ? translate('pleaseWait') : action}
      </button>
      <div className="account-actions">{alternatives}</div>
    </form>
  )
}

function EmailStep({ flow, translate, field }: StepProps) {
  const { problem } = useStore(flow.$state)
  const [email, setEmail] = useState(flow.email())
  return (
    <StepForm
      flow={flow}
      translate={translate}
      title={translate('signIn')}
      description={translate('entryWhat')}
      action={translate('sendCode')}
      onSubmit={() => void flow.sendCode(email)}
      alternatives={
        <button type="button" onClick={() => flow.goTo('recovery')}>
          {translate('haveCode')}
        </button>
      }
    >
      <FormField
        field={field}
        label={translate('email')}
        problem={problem && translate(problem)}
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

function CodeStep({ flow, translate, field, wait }: StepProps & { wait: number }) {
  const { problem, isBusy } = useStore(flow.$state)
  const [code, setCode] = useState('')
  const lastSubmitted = useRef('')
  const submit = (written: string) => {
    if (!isCompleteCode(written)) return
    lastSubmitted.current = written
    void flow.enterCode(written)
  }
  useEffect(() => {
    // A new attempt starts with an empty field. A code that was not delivered stays, to be sent again.
    if (problem === 'codeWrong' || problem === 'tooManyTries') setCode('')
  }, [problem])
  return (
    <StepForm
      flow={flow}
      translate={translate}
      title={translate('codeTitle')}
      description={translate('codeSent', { email: flow.email() })}
      action={translate('checkCode')}
      isIncomplete={!isCompleteCode(code)}
      onSubmit={() => submit(code)}
      alternatives={
        <>
          <button
            type="button"
            aria-disabled={wait > 0 || isBusy}
            onClick={() => wait === 0 && !isBusy && void flow.sendCode()}
          >
            {wait > 0 ? translate('resendIn', { count: wait }) : translate('resend')}
          </button>
          <button type="button" onClick={() => flow.goTo('email')}>
            {translate('changeAddress')}
          </button>
        </>
      }
    >
      <FormField
        field={field}
        label={translate('code')}
        problem={problem && translate(problem)}
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

function RecoveryStep({ flow, translate, field }: StepProps) {
  const { problem } = useStore(flow.$state)
  const [code, setCode] = useState('')
  return (
    <StepForm
      flow={flow}
      translate={translate}
      title={translate('recoveryCode')}
      description={translate('recoveryWhat')}
      action={translate('recover')}
      onSubmit={() => void flow.recover(code)}
      alternatives={
        <button type="button" onClick={() => flow.goTo('email')}>
          {translate('useEmail')}
        </button>
      }
    >
      <FormField
        field={field}
        label={translate('recoveryCode')}
        problem={problem && translate(problem)}
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
