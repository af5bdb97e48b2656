import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useActionMutation } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { InvitationLink } from '../../ui/invitation-link.js'
import type { Colleague } from './colleague.js'
import { useColleagueErrors } from './use-colleague-errors.js'

const changes = ['/partner/member_list'] as const

export function EditColleagueForm({ colleague, onClose }: { colleague: Colleague; onClose(): void }) {
  const text = useText('console-access')
  const general = useText('console')
  const toErrors = useColleagueErrors()
  const { id } = colleague
  const form = useForm({
    initialValues: {
      name: colleague.name,
      is_partner_admin: colleague.is_partner_admin,
      is_disabled: colleague.disabled_at !== null
    }
  })
  const save = useActionMutation('/partner/member_save', {
    changes,
    onSuccess: ({ ended_sessions: count }) => {
      notifications.show({ message: count > 0 ? text('savedEnded', { count }) : general('saved') })
      onClose()
    }
  })
  const invite = useActionMutation('/partner/member_link', { changes })
  const end = useActionMutation('/partner/member_sessions_end', {
    changes,
    onSuccess: ({ ended_sessions: count }) => {
      notifications.show({ message: text('sessionsEnded', { count }) })
      onClose()
    }
  })
  if (invite.data !== undefined) return <InvitationLink {...invite.data} onClose={onClose} />
  const submit = (values: typeof form.values) =>
    save.mutate({ id, ...values }, { onError: error => form.setErrors(toErrors(error)) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text c="dimmed" size="sm">
          {colleague.email}
        </Text>
        <TextInput label={text('name')} required maxLength={80} autoComplete="off" {...form.getInputProps('name')} />
        <Switch
          label={text('managesMembers')}
          description={text('managesHint')}
          {...form.getInputProps('is_partner_admin', { type: 'checkbox' })}
        />
        <Switch
          label={text('disable')}
          description={text('disableHint')}
          {...form.getInputProps('is_disabled', { type: 'checkbox' })}
        />
        {Object.keys(toErrors(save.error)).length === 0 && (
          <ErrorAlert error={save.error ?? invite.error ?? end.error} />
        )}
        <Group>
          <Button
            variant="default"
            disabled={colleague.disabled_at !== null}
            loading={invite.isPending}
            onClick={() => invite.mutate({ id })}
          >
            {text('newLink')}
          </Button>
          <Button
            variant="default"
            disabled={colleague.sessions === 0}
            loading={end.isPending}
            onClick={() => end.mutate({ id })}
          >
            {text('endSessions')}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {general('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
