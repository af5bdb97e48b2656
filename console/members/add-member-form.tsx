import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { InvitationLink } from './invitation-link.js'
import { MemberFields, type MemberValues, useMemberFieldErrors } from './member-fields.js'

interface NewMemberValues extends MemberValues {
  email: string
}

export function AddMemberForm({ onClose }: { onClose(): void }) {
  const text = useText('console-access')
  const toErrors = useMemberFieldErrors()
  const form = useForm<NewMemberValues>({
    initialValues: { email: '', name: '', role: 'reviewer', partner_id: null }
  })
  const add = useActionMutation('/operator/member_add', { changes: ['/operator/member_list'] })
  if (add.data !== undefined) return <InvitationLink {...add.data} onClose={onClose} />
  const submit = ({ partner_id, ...values }: NewMemberValues) =>
    add.mutate(
      { ...values, partner_id: values.role === 'partner' ? partner_id : null },
      { onError: error => form.setErrors(toErrors(error)) }
    )
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={text('email')}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <MemberFields form={form} />
        {add.error !== null && Object.keys(toErrors(add.error)).length === 0 && <ErrorAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {text('makeLink')}
        </Button>
      </Stack>
    </form>
  )
}
