import { Button } from '@mantine/core'
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { MembersTable } from './members-table.js'

const AddMemberForm = lazyWithRetry(() => import('./add-member-form.js').then(module => module.AddMemberForm))

export function MembersPage() {
  const text = useText('console-access')
  const general = useText('console')
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  return (
    <Page
      title={general('members')}
      lead={text('membersLead')}
      actions={
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
          {text('addMember')}
        </Button>
      }
    >
      <MembersTable />
      <Dialog opened={isAdding} onClose={close} title={text('addMember')} size="md">
        <AddMemberForm onClose={close} />
      </Dialog>
    </Page>
  )
}
