import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { TimeText } from '../ui/time-text.js'
import type { ListedMember } from './edit-member-form.js'

const EditMemberForm = lazyWithRetry(() => import('./edit-member-form.js').then(module => module.EditMemberForm))

const memberColumns = columnsOf<ListedMember>()

/** All members, or those of a partner. */
export function MembersTable({ partnerId }: { partnerId?: string }) {
  const text = useText('console-access')
  const general = useText('console')
  const members = useActionQuery('/operator/member_list', partnerId === undefined ? {} : { partner_id: partnerId })
  const [edited, setEdited] = useState<ListedMember | null>(null)
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
          {original.partner_id !== null && partnerId === undefined && (
            <Anchor component={Link} to="/partners/show" search={{ id: original.partner_id } as never} size="sm">
              {original.partner_name}
            </Anchor>
          )}
          {original.is_partner_admin && (
            <Text size="xs" c="dimmed">
              {text('managesMembers')}
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
          onClick={() => setEdited(original)}
        >
          {general('edit')}
        </Button>
      )
    })
  ])
  const close = () => setEdited(null)
  return (
    <>
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
      <Dialog opened={edited !== null} onClose={close} title={text('changeMember')} size="md">
        {edited !== null && <EditMemberForm member={edited} onClose={close} />}
      </Dialog>
    </>
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
