import { Button, Divider, Group, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { describeUserAgent } from '../account/describe-user-agent.js'
import type { ListItem } from '../api/action-types.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { InvitationLink } from '../ui/invitation-link.js'
import { TimeText } from '../ui/time-text.js'
import { MemberFields, type MemberValues, useMemberFieldErrors } from './member-fields.js'

export type ListedMember = ListItem<'/operator/member_list'>

interface EditedValues extends MemberValues {
  is_disabled: boolean
}

interface EditMemberFormProps {
  member: ListedMember
  onClose(): void
}

export function EditMemberForm({ member, onClose }: EditMemberFormProps) {
  const text = useText('console-access')
  const general = useText('console')
  const toErrors = useMemberFieldErrors()
  const { id } = member
  const form = useForm<EditedValues>({
    initialValues: {
      name: member.name,
      role: member.role,
      partner_id: member.partner_id,
      is_partner_admin: member.is_partner_admin,
      is_disabled: member.disabled_at !== null
    }
  })
  const changes = ['/operator/member_list', '/operator/member_sessions'] as const
  const save = useActionMutation('/operator/member_save', {
    changes,
    onSuccess: ({ ended_sessions: count }) => {
      notifications.show({ message: count > 0 ? text('savedEnded', { count }) : general('saved') })
      onClose()
    }
  })
  const invite = useActionMutation('/operator/member_link', { changes })
  if (invite.data !== undefined) return <InvitationLink {...invite.data} onClose={onClose} />
  const submit = ({ name, role, partner_id, is_partner_admin, is_disabled }: EditedValues) =>
    save.mutate(
      {
        id,
        name,
        role,
        partner_id: role === 'partner' ? partner_id : null,
        is_partner_admin: role === 'partner' && is_partner_admin,
        is_disabled
      },
      { onError: error => form.setErrors(toErrors(error)) }
    )
  const { is_disabled: _, ...fieldErrors } = save.error === null ? {} : toErrors(save.error)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text c="dimmed" size="sm">
          {member.email}
        </Text>
        <MemberFields form={form} />
        <Switch
          label={text('disable')}
          description={text('disableHint')}
          {...form.getInputProps('is_disabled', { type: 'checkbox' })}
        />
        {Object.keys(fieldErrors).length === 0 && <ErrorAlert error={save.error ?? invite.error} />}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={member.disabled_at !== null}
            loading={invite.isPending}
            onClick={() => invite.mutate({ id })}
          >
            {text('newLink')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {general('save')}
          </Button>
        </Group>
        <Divider label={text('sessions')} />
        <MemberSessions id={id} />
      </Stack>
    </form>
  )
}

function MemberSessions({ id }: { id: string }) {
  const text = useText('console-access')
  const general = useText('console')
  const sessions = useActionQuery('/operator/member_sessions', { id })
  const end = useActionMutation('/operator/member_sessions_end', {
    changes: ['/operator/member_sessions', '/operator/member_list']
  })
  if (sessions.error !== null) return <ErrorAlert error={sessions.error} onRetry={() => void sessions.refetch()} />
  const list = sessions.data?.list ?? []
  if (list.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {sessions.isPending ? general('loading') : text('noSessions')}
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      <ErrorAlert error={end.error} />
      {list.map(session => (
        <Group key={session.id} justify="space-between" wrap="nowrap">
          <Stack gap={0}>
            <Text size="sm">{describeUserAgent(session.user_agent)}</Text>
            <Text size="xs" c="dimmed" component="div">
              {session.address} · <TimeText instant={session.seen_at} />
            </Text>
          </Stack>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={end.isPending && end.variables?.session_id === session.id}
            onClick={() => end.mutate({ id, session_id: session.id })}
          >
            {general('signOut')}
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
