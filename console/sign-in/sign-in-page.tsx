import { Anchor, Button, Divider, PinInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInterval } from '@mantine/hooks'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import IconFingerprint from '@tabler/icons-react/icons/IconFingerprint'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useSession } from '../api/use-session.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { useErrorText } from '../ui/use-error-text.js'
import { SignInFrame } from './sign-in-frame.js'
import { useEnterConsole } from './use-enter-console.js'
import { usePasskeySignIn } from './use-passkey-sign-in.js'

const CODE_LENGTH = 6
const WRONG_CODE = 4501

export function SignInPage() {
  const text = useText('console-access')
  const session = useSession()
  const { back } = useSearch({ from: '/sign-in' })
  const enter = useEnterConsole(back)
  const [email, setEmail] = useState<string | null>(null)
  const passkey = usePasskeySignIn(enter)
  if (session.member !== null) return <Navigate to={back ?? '/'} replace />
  return (
    <SignInFrame title={text('signInTitle')} lead={text('signInLead')}>
      {browserSupportsWebAuthn() && (
        <Stack gap="xs">
          <Button
            leftSection={<IconFingerprint size={18} />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {text('usePasskey')}
          </Button>
          {passkey.error !== null && (
            <Text c="red" size="sm" role="alert">
              {passkey.error}
            </Text>
          )}
        </Stack>
      )}
      {session.has_code_sign_in && (
        <>
          {browserSupportsWebAuthn() && <Divider label={text('or')} />}
          {email === null ? (
            <EmailForm onSent={setEmail} />
          ) : (
            <CodeForm email={email} onBack={() => setEmail(null)} onSignedIn={enter} />
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        {text('noAccount')}
      </Text>
    </SignInFrame>
  )
}

function EmailForm({ onSent }: { onSent(email: string): void }) {
  const text = useText('console-access')
  const { language } = useLanguage()
  const form = useForm({ initialValues: { email: '' } })
  const send = useActionMutation('/console/api/code', { onSuccess: (_, { email }) => onSent(email) })
  const isRefused = send.error?.fields.includes('email') === true
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email }) => send.mutate({ email: email.trim(), lang: language.apiCode }))}
    >
      <Stack>
        <TextInput
          {...form.getInputProps('email')}
          label={text('email')}
          type="email"
          autoComplete="username webauthn"
          required
          autoFocus
          error={isRefused ? text('invalidEmail') : null}
        />
        {!isRefused && <ErrorAlert error={send.error} />}
        <Button type="submit" variant="default" loading={send.isPending}>
          {text('sendCode')}
        </Button>
      </Stack>
    </form>
  )
}

interface CodeFormProps {
  email: string
  onBack(): void
  onSignedIn(): Promise<void>
}

function CodeForm({ email, onBack, onSignedIn }: CodeFormProps) {
  const text = useText('console-access')
  const toErrorText = useErrorText()
  const { language } = useLanguage()
  const session = useSession()
  const [code, setCode] = useState('')
  const [waitSeconds, setWaitSeconds] = useState(60)
  useInterval(() => setWaitSeconds(seconds => Math.max(0, seconds - 1)), 1000, { autoInvoke: true })
  const resend = useActionMutation('/console/api/code', { onSuccess: ({ retry_after }) => setWaitSeconds(retry_after) })
  const login = useActionMutation('/console/api/code_login', { onSuccess: () => void onSignedIn() })
  const submit = (given: string) => {
    if (given.length === CODE_LENGTH && !login.isPending) login.mutate({ email, code: given })
  }
  const errorText = login.error?.code === WRONG_CODE ? text('wrongCode') : login.error && toErrorText(login.error)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit(code)
      }}
    >
      <Stack>
        <Text size="sm">{text('codeSent', { email })}</Text>
        {session.is_demo && (
          <Text size="sm">
            {text('demoMailbox')}{' '}
            <Anchor href="/demo/mailbox" target="_blank" rel="noreferrer">
              /demo/mailbox
            </Anchor>
          </Text>
        )}
        <PinInput
          length={CODE_LENGTH}
          type="number"
          oneTimeCode
          autoFocus
          aria-label={text('code')}
          value={code}
          error={errorText !== null && errorText !== undefined}
          disabled={login.isPending}
          onChange={value => {
            setCode(value)
            if (login.isError) login.reset()
          }}
          onComplete={submit}
        />
        {errorText !== null && errorText !== undefined && (
          <Text c="red" size="sm" role="alert">
            {errorText}
          </Text>
        )}
        <Button type="submit" loading={login.isPending} disabled={code.length < CODE_LENGTH}>
          {text('signIn')}
        </Button>
        <Button
          variant="subtle"
          disabled={waitSeconds > 0}
          loading={resend.isPending}
          onClick={() => resend.mutate({ email, lang: language.apiCode })}
        >
          {waitSeconds > 0 ? text('resendIn', { count: waitSeconds }) : text('resend')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {text('otherEmail')}
        </Button>
      </Stack>
    </form>
  )
}
