import { Button, Text } from '@mantine/core'
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus'
import { useState } from 'react'
import { useActionList } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf } from '../../ui/data-table.js'
import { Dialog } from '../../ui/dialog.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { ListTable } from '../../ui/list-table.js'
import { MemberName, MemberState } from '../../ui/member-cells.js'
import { Page } from '../../ui/page.js'
import { TimeText } from '../../ui/time-text.js'
import { PartnerFrame } from '../partner-frame.js'
import type { Colleague } from './colleague.js'

const EditColleagueForm = lazyWithRetry(() =>
  import('./edit-colleague-form.js').then(module => module.EditColleagueForm)
)
const InviteColleagueForm = lazyWithRetry(() =>
  import('./invite-colleague-form.js').then(module => module.InviteColleagueForm)
)

export const PartnerMembersPage = () => (
  <PartnerFrame>
    <PartnerMembers />
  </PartnerFrame>
)

const columnsOfColleagues = columnsOf<Colleague>()

function PartnerMembers() {
  const text = useText('console-access')
  const general = useText('console')
  const { partner } = useMember()
  const list = useActionList('/partner/member_list', {})
  const [isInviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<Colleague | null>(null)
  const closeInvitation = () => setInviting(false)
  const closeEdited = () => setEdited(null)
  const columns = columnsOfColleagues.columns([
    columnsOfColleagues.display({
      id: 'name',
      header: text('name'),
      cell: ({ row: { original } }) => (
        <MemberName member={original} {...(original.is_self && { suffix: `(${text('you')})` })}>
          {original.is_partner_admin && (
            <Text size="xs" c="dimmed">
              {text('managesMembers')}
            </Text>
          )}
        </MemberName>
      )
    }),
    columnsOfColleagues.display({
      id: 'state',
      header: text('state'),
      cell: ({ row: { original } }) => (
        <MemberState
          member={original}
          note={original.sessions > 0 ? text('sessionCount', { count: original.sessions }) : null}
        />
      )
    }),
    columnsOfColleagues.display({
      id: 'seen',
      header: text('lastSeen'),
      cell: ({ row }) => <TimeText instant={row.original.seen_at} />
    }),
    columnsOfColleagues.display({
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
  return (
    <Page
      title={general('partnerMembers')}
      {...(partner !== null && { lead: text('partnerMembersLead', { name: partner.name }) })}
      actions={
        list.query.error === null && (
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
            {text('inviteColleague')}
          </Button>
        )
      }
    >
      <ListTable
        label={general('partnerMembers')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text('noMembers')}
      />
      <Dialog opened={isInviting} onClose={closeInvitation} title={text('inviteColleague')} size="md">
        <InviteColleagueForm onClose={closeInvitation} />
      </Dialog>
      <Dialog opened={edited !== null} onClose={closeEdited} title={text('changeMember')} size="md">
        {edited !== null && <EditColleagueForm colleague={edited} onClose={closeEdited} />}
      </Dialog>
    </Page>
  )
}
