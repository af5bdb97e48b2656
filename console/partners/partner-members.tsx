import { Button, Group, Stack, Text } from '@mantine/core'
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { MembersTable } from '../members/members-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import type { PartnerPartProps } from './shown-partner.js'

const AddMemberForm = lazyWithRetry(() => import('../members/add-member-form.js').then(module => module.AddMemberForm))

export function PartnerMembers({ partner, mayChange }: PartnerPartProps) {
  const text = useText('console-partners')
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  return (
    <Stack>
      {mayChange && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            {partner.members === 0 && text('inviteFirst')}
          </Text>
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
            {text('inviteMember')}
          </Button>
        </Group>
      )}
      <MembersTable partnerId={partner.id} />
      <Dialog opened={isAdding} onClose={close} title={text('inviteMember')} size="md">
        <AddMemberForm partnerId={partner.id} isPartnerAdmin={partner.members === 0} onClose={close} />
      </Dialog>
    </Stack>
  )
}
