import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { toShortId } from '../ui/short-id.js'
import { ReasonForm } from './reason-form.js'
import type { ShownViewer } from './shown-viewer.js'

interface FormProps {
  viewer: ShownViewer['viewer']
  onClose(): void
}

export function SignOutForm({ viewer, onClose }: FormProps) {
  const text = useText('console-support')
  const end = useActionMutation('/operator/viewer_sessions_end', {
    changes: ['/operator/viewer_show'],
    onSuccess: ({ ended }) => {
      notifications.show({ message: text('signedOut', { count: ended }) })
      onClose()
    }
  })
  return (
    <ReasonForm
      action={text('signOutEverywhere')}
      isDangerous
      isPending={end.isPending}
      error={end.error}
      onSubmit={reason => end.mutate({ user_id: viewer.user_id, reason })}
      onClose={onClose}
    >
      <Text>{text('signOutWarning')}</Text>
      {!viewer.can_return && <Alert color="orange">{text('noReturnWarning')}</Alert>}
    </ReasonForm>
  )
}

export function ExportForm({ viewer, onClose }: FormProps) {
  const text = useText('console-support')
  const { dateTime } = useFormats()
  const make = useActionMutation('/operator/viewer_export')
  if (make.data !== undefined) {
    const { url, expires_at } = make.data
    return (
      <Stack>
        <Alert color="blue" role="status">
          {text('exportReady', { date: dateTime(expires_at) })}
        </Alert>
        <TextInput label={text('exportLink')} value={url} readOnly rightSection={<CopyAction value={url} />} />
        <Group justify="space-between">
          <Anchor href={url} download>
            {text('openFile')}
          </Anchor>
          <Button onClick={onClose}>{text('close')}</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <ReasonForm
      action={text('makeExport')}
      isPending={make.isPending}
      error={make.error}
      onSubmit={reason => make.mutate({ user_id: viewer.user_id, reason })}
      onClose={onClose}
    >
      <Text>{text('exportHint')}</Text>
    </ReasonForm>
  )
}

export function DeleteForm({ viewer, onClose }: FormProps) {
  const text = useText('console-support')
  const remove = useActionMutation('/operator/viewer_delete', {
    changes: ['/operator/viewer_show', '/operator/search'],
    onSuccess: () => {
      notifications.show({ message: text('deletedDone') })
      onClose()
    }
  })
  return (
    <ReasonForm
      action={text('deleteNow')}
      isDangerous
      confirmation={viewer.email ?? toShortId(viewer.user_id)}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={reason => remove.mutate({ user_id: viewer.user_id, reason })}
      onClose={onClose}
    >
      <Alert color="red">{text('deleteWarning')}</Alert>
    </ReasonForm>
  )
}
