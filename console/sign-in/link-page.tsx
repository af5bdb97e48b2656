import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ActionResponse } from '../api/action-types.js'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'
import { PageLoader } from '../ui/page-loader.js'
import { SignInFrame } from './sign-in-frame.js'
import { useEnterConsole } from './use-enter-console.js'

const ENDED_LINK = 4501

/** Opens the console by a one-time link. The token stands behind `#`, which browsers do not send. */
export function LinkPage() {
  const text = useText('console-access')
  const [token] = useState(() => location.hash.slice(1))
  const { mutate, data, error } = useActionMutation('/console/api/link_show')
  useEffect(() => mutate({ token }), [mutate, token])
  if (error?.code === ENDED_LINK || error?.fields.includes('token')) {
    return (
      <SignInFrame title={text('linkEnded')} lead={text('linkEndedLead')}>
        <Button component={Link} to="/sign-in">
          {text('signIn')}
        </Button>
      </SignInFrame>
    )
  }
  if (error !== null) {
    return (
      <SignInFrame title={text('signInTitle')} lead={text('signInLead')}>
        <ErrorAlert error={error} onRetry={() => mutate({ token })} />
      </SignInFrame>
    )
  }
  return data === undefined ? <PageLoader /> : <LinkForm token={token} link={data} />
}

interface LinkFormProps {
  token: string
  link: ActionResponse<'/console/api/link_show'>
}

function LinkForm({ token, link }: LinkFormProps) {
  const text = useText('console-access')
  const general = useText('console')
  const enter = useEnterConsole('/account?welcome')
  const isFirstOwner = link.email === null
  const invitationLead =
    link.partner_name === null
      ? text('invitationLead', { role: general(`role_${link.role}`) })
      : text('invitationPartnerLead', { partner: link.partner_name })
  const form = useForm({ initialValues: { email: '', name: '' } })
  const login = useActionMutation('/console/api/link_login', { onSuccess: () => void enter() })
  const fieldTexts: Record<string, string> = { email: text('invalidEmail'), name: text('invalidName') }
  const errors = login.error === null ? {} : toFieldErrors(login.error, field => fieldTexts[field])
  const hasFieldErrors = Object.keys(errors).length > 0
  return (
    <SignInFrame
      title={isFirstOwner ? text('firstOwnerTitle') : text('invitationTitle', { name: link.name ?? '' })}
      lead={isFirstOwner ? text('firstOwnerLead') : invitationLead}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(values => login.mutate(isFirstOwner ? { token, ...values } : { token }))}
      >
        <Stack>
          {isFirstOwner ? (
            <>
              <TextInput
                {...form.getInputProps('name')}
                label={text('name')}
                autoComplete="name"
                required
                autoFocus
                maxLength={80}
                error={errors.name}
              />
              <TextInput
                {...form.getInputProps('email')}
                label={text('email')}
                type="email"
                autoComplete="email"
                required
                error={errors.email}
              />
            </>
          ) : (
            <Text>{link.email}</Text>
          )}
          {!hasFieldErrors && <ErrorAlert error={login.error} />}
          <Button type="submit" loading={login.isPending}>
            {text('openConsole')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}
