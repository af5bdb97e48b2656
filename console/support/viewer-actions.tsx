import { Alert, Anchor, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import IconCoins from '@tabler/icons-react/icons/IconCoins'
import IconDots from '@tabler/icons-react/icons/IconDots'
import IconDownload from '@tabler/icons-react/icons/IconDownload'
import IconLogout from '@tabler/icons-react/icons/IconLogout'
import IconTrash from '@tabler/icons-react/icons/IconTrash'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { Dialog } from '../ui/dialog.js'
import { AdjustCoinsForm } from './adjust-coins-form.js'
import { ReasonForm } from './reason-form.js'
import type { ShownViewer } from './shown-viewer.js'

type DialogName = 'adjust' | 'signOut' | 'export' | 'delete'

const titles = {
  adjust: 'adjustCoins',
  signOut: 'signOutEverywhere',
  export: 'exportData',
  delete: 'deleteViewer'
} as const

export function ViewerActions({ shown }: { shown: ShownViewer }) {
  const text = useText('console-support')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  const { viewer, wallet } = shown
  return (
    <>
      <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={() => setDialog('adjust')}>
        {text('adjustCoins')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={text('account')}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => setDialog('signOut')}>
            {text('signOutEverywhere')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => setDialog('export')}>
            {text('exportData')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
            {text('deleteViewer')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={dialog !== null} onClose={close} title={dialog === null ? '' : text(titles[dialog])} size="md">
        {dialog === 'adjust' && <AdjustCoinsForm userId={viewer.user_id} debt={wallet.debt} onClose={close} />}
        {dialog === 'signOut' && <SignOutForm viewer={viewer} onClose={close} />}
        {dialog === 'export' && <ExportForm viewer={viewer} onClose={close} />}
        {dialog === 'delete' && <DeleteForm viewer={viewer} onClose={close} />}
      </Dialog>
    </>
  )
}

interface FormProps {
  viewer: ShownViewer['viewer']
  onClose(): void
}

function SignOutForm({ viewer, onClose }: FormProps) {
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

function ExportForm({ viewer, onClose }: FormProps) {
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

function DeleteForm({ viewer, onClose }: FormProps) {
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
      confirmation={viewer.email ?? viewer.user_id.slice(-8)}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={reason => remove.mutate({ user_id: viewer.user_id, reason })}
      onClose={onClose}
    >
      <Alert color="red">{text('deleteWarning')}</Alert>
    </ReasonForm>
  )
}
