import { Button, Menu } from '@mantine/core'
import IconCoins from '@tabler/icons-react/icons/IconCoins'
import IconDots from '@tabler/icons-react/icons/IconDots'
import IconDownload from '@tabler/icons-react/icons/IconDownload'
import IconLogout from '@tabler/icons-react/icons/IconLogout'
import IconTrash from '@tabler/icons-react/icons/IconTrash'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import type { ShownViewer } from './shown-viewer.js'

const AdjustCoinsForm = lazyWithRetry(() => import('./adjust-coins-form.js').then(module => module.AdjustCoinsForm))
const loadForms = () => import('./viewer-forms.js')
const SignOutForm = lazyWithRetry(() => loadForms().then(module => module.SignOutForm))
const ExportForm = lazyWithRetry(() => loadForms().then(module => module.ExportForm))
const DeleteForm = lazyWithRetry(() => loadForms().then(module => module.DeleteForm))

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
        {dialog === 'adjust' && (
          <AdjustCoinsForm userId={viewer.user_id} debt={wallet.debt} limit={shown.adjustment_limit} onClose={close} />
        )}
        {dialog === 'signOut' && <SignOutForm viewer={viewer} onClose={close} />}
        {dialog === 'export' && <ExportForm viewer={viewer} onClose={close} />}
        {dialog === 'delete' && <DeleteForm viewer={viewer} onClose={close} />}
      </Dialog>
    </>
  )
}
