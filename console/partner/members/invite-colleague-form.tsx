import { Button, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useActionMutation } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { InvitationLink } from '../../ui/invitation-link.js'
import { useColleagueErrors } from './use-colleague-errors.js'

export function InviteColleagueForm({ onClose }: { onClose(): void }) {
  const text = useText('console-access')
  const toErrors = useColleagueErrors()
  const form = useForm({ initialValues: { email: '', name: '', is_partner_admin: false } })
  const add = useActionMutation('/partner/member_add', { changes: ['/partner/member_list'] })
  if (add.data !== undefined) return <InvitationLink {...add.data} onClose={onClose} />
  const submit = (values: typeof form.values) =>
    add.mutate(values, { onError: error => form.setErrors(toErrors(error)) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={text('email')}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <TextInput label={text('name')} required maxLength={80} autoComplete="off" {...form.getInputProps('name')} />
        <Switch
          label={text('managesMembers')}
          description={text('managesHint')}
          {...form.getInputProps('is_partner_admin', { type: 'checkbox' })}
        />
        {Object.keys(toErrors(add.error)).length === 0 && <ErrorAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {text('makeLink')}
        </Button>
      </Stack>
    </form>
  )
}
