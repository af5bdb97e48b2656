import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import type { ListedMember } from './edit-member-form.js'

const AddMemberForm = lazyWithRetry(() => import('./add-member-form.js').then(module => module.AddMemberForm))
const EditMemberForm = lazyWithRetry(() => import('./edit-member-form.js').then(module => module.EditMemberForm))

type OpenDialog = { kind: 'add' } | { kind: 'edit'; member: ListedMember } | null

const memberColumns = columnsOf<ListedMember>()

export function MembersPage() {
  const text = useText('console-access')
  const general = useText('console')
  const members = useActionQuery('/operator/member_list', {})
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const columns = memberColumns.columns([
    memberColumns.accessor('name', {
      header: text('name'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {original.name}
          </Text>
          <Text size="sm" c="dimmed">
            {original.email}
          </Text>
        </Stack>
      )
    }),
    memberColumns.accessor('role', {
      header: text('role'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">{general(`role_${original.role}`)}</Text>
          {original.partner_name !== null && (
            <Text size="sm" c="dimmed">
              {original.partner_name}
            </Text>
          )}
        </Stack>
      )
    }),
    memberColumns.display({
      id: 'state',
      header: text('state'),
      cell: ({ row }) => <MemberState member={row.original} />
    }),
    memberColumns.accessor('seen_at', {
      header: text('lastSeen'),
      cell: ({ row }) => <TimeText instant={row.original.seen_at} />
    }),
    memberColumns.display({
      id: 'edit',
      header: '',
      cell: ({ row: { original } }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={text('editMember', { name: original.name })}
          onClick={() => setDialog({ kind: 'edit', member: original })}
        >
          {general('edit')}
        </Button>
      )
    })
  ])
  const close = () => setDialog(null)
  return (
    <Page
      title={general('members')}
      lead={text('membersLead')}
      actions={
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog({ kind: 'add' })}>
          {text('addMember')}
        </Button>
      }
    >
      <DataTable
        label={general('members')}
        columns={columns}
        rows={members.data?.list ?? []}
        toKey={({ id }) => id}
        empty={text('noMembers')}
        isLoading={members.isPending}
        error={members.error}
        onRetry={() => void members.refetch()}
        isSortable
      />
      <Dialog opened={dialog?.kind === 'add'} onClose={close} title={text('addMember')} size="md">
        <AddMemberForm onClose={close} />
      </Dialog>
      <Dialog opened={dialog?.kind === 'edit'} onClose={close} title={text('changeMember')} size="md">
        {dialog?.kind === 'edit' && <EditMemberForm member={dialog.member} onClose={close} />}
      </Dialog>
    </Page>
  )
}

function MemberState({ member }: { member: ListedMember }) {
  const text = useText('console-access')
  if (member.disabled_at !== null) return <Badge color="gray">{text('stateDisabled')}</Badge>
  if (member.seen_at === null)
    return (
      <Badge color={member.is_invited ? 'blue' : 'gray'} variant="light">
        {text(member.is_invited ? 'stateInvited' : 'stateNever')}
      </Badge>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color="green" variant="light">
        {text('stateActive')}
      </Badge>
      {member.passkeys > 0 && (
        <Badge color="gray" variant="outline">
          {text('passkeyCount', { count: member.passkeys })}
        </Badge>
      )}
    </Group>
  )
}
