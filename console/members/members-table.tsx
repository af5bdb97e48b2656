import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { MemberName, MemberState } from '../ui/member-cells.js'
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
      cell: ({ row }) => <MemberName member={row.original} />
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
      cell: ({ row: { original } }) => (
        <MemberState
          member={original}
          note={original.passkeys > 0 ? text('passkeyCount', { count: original.passkeys }) : null}
        />
      )
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
