import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { InvitationLink } from '../ui/invitation-link.js'
import { MemberFields, type MemberValues, useMemberFieldErrors } from './member-fields.js'

interface NewMemberValues extends MemberValues {
  email: string
}

interface AddMemberFormProps {
  /** Adds a member of this partner. */
  partnerId?: string
  /** Whether the new member manages the members of the partner, unless the form says otherwise. */
  isPartnerAdmin?: boolean
  onClose(): void
}

export function AddMemberForm({ partnerId, isPartnerAdmin = false, onClose }: AddMemberFormProps) {
  const text = useText('console-access')
  const toErrors = useMemberFieldErrors()
  const form = useForm<NewMemberValues>({
    initialValues: {
      email: '',
      name: '',
      role: partnerId === undefined ? 'reviewer' : 'partner',
      partner_id: partnerId ?? null,
      is_partner_admin: isPartnerAdmin
    }
  })
  const add = useActionMutation('/operator/member_add', {
    changes: ['/operator/member_list', '/operator/partner_show']
  })
  if (add.data !== undefined) return <InvitationLink {...add.data} onClose={onClose} />
  const submit = ({ email, name, role, partner_id, is_partner_admin }: NewMemberValues) =>
    add.mutate(
      {
        email,
        name,
        role,
        partner_id: role === 'partner' ? partner_id : null,
        // Without it, the first member of a partner manages the others.
        ...(role === 'partner' && is_partner_admin && { is_partner_admin })
      },
      { onError: error => form.setErrors(toErrors(error)) }
    )
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
        <MemberFields form={form} isOfPartner={partnerId !== undefined} />
        {add.error !== null && Object.keys(toErrors(add.error)).length === 0 && <ErrorAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {text('makeLink')}
        </Button>
      </Stack>
    </form>
  )
}
