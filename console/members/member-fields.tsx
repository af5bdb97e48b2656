import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ActionError } from '../api/action-error.js'
import { useActionQuery } from '../api/use-action.js'
import type { Role } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { toFieldErrors } from '../ui/field-errors.js'

export interface MemberValues {
  name: string
  role: Role
  partner_id: string | null
  /** Of partners only. */
  is_partner_admin: boolean
}

const roles: readonly Role[] = ['owner', 'editor', 'reviewer', 'support', 'analyst', 'partner']

/** What is wrong with a field of a member, by the server's answer. */
export function useMemberFieldErrors(): (error: ActionError) => Record<string, string> {
  const text = useText('console-access')
  const sentences: Record<string, string> = {
    email: text('invalidEmail'),
    name: text('invalidName'),
    partner_id: text('choosePartner'),
    role: text('invalidRole')
  }
  const reasons: Record<string, string> = { member_exists: text('memberExists'), last_owner: text('lastOwner') }
  return error => toFieldErrors(error, (field, reason) => reasons[reason ?? ''] ?? sentences[field])
}

interface MemberFieldsProps<Values extends MemberValues> {
  form: UseFormReturnType<Values>
  /** The role is that of a partner's member, and the partner is known. */
  isOfPartner?: boolean
}

export function MemberFields<Values extends MemberValues>({ form, isOfPartner = false }: MemberFieldsProps<Values>) {
  const text = useText('console-access')
  const general = useText('console')
  const isPartner = form.values.role === 'partner'
  const partners = useActionQuery('/operator/partner_list', {}, { isEnabled: isPartner && !isOfPartner })
  const listed = partners.data?.list.filter(({ revoked_at }) => revoked_at === null) ?? []
  return (
    <>
      <TextInput label={text('name')} required maxLength={80} autoComplete="off" {...form.getInputProps('name')} />
      {!isOfPartner && (
        <Select
          label={text('role')}
          description={text(`about_${form.values.role}`)}
          data={roles.map(role => ({ value: role, label: general(`role_${role}`) }))}
          allowDeselect={false}
          required
          {...form.getInputProps('role')}
        />
      )}
      {isPartner && !isOfPartner && (
        <Select
          label={general('role_partner')}
          data={listed.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          required
          nothingFoundMessage={text('noPartners')}
          {...form.getInputProps('partner_id')}
        />
      )}
      {isPartner && (
        <Switch
          label={text('managesMembers')}
          description={text('managesHint')}
          {...form.getInputProps('is_partner_admin', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
