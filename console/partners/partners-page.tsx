import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconPlus from '@tabler/icons-react/icons/IconPlus'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'

const CreatePartnerForm = lazyWithRetry(() =>
  import('./create-partner-form.js').then(module => module.CreatePartnerForm)
)

const TYPING_DELAY_MS = 300
const PAGE_SIZE = 50
const partnerColumns = columnsOf<ListItem<'/operator/partner_list'>>()

export function PartnersPage() {
  const text = useText('console-partners')
  const general = useText('console')
  const { number } = useFormats()
  const { role } = useMember()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_DELAY_MS)
  const [isCreating, setCreating] = useState(false)
  const list = useActionList('/operator/partner_list', { page_size: PAGE_SIZE, ...(q !== '' && { q }) })
  const columns = partnerColumns.columns([
    partnerColumns.display({
      id: 'name',
      header: text('name'),
      cell: ({ row: { original } }) => (
        <Stack gap={0} miw={140}>
          <Group gap="xs">
            <Anchor
              component={Link}
              to="/partners/show"
              search={{ id: original.id } as never}
              size="sm"
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
            >
              {original.name}
            </Anchor>
            {original.revoked_at !== null && (
              <Badge color="gray" miw="max-content">
                {text('ended')}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {original.id}
          </Text>
        </Stack>
      )
    }),
    partnerColumns.display({
      id: 'campaigns',
      header: text('campaigns'),
      cell: ({ row }) => number(row.original.campaigns.length)
    }),
    partnerColumns.display({
      id: 'keys',
      header: text('keysInUse'),
      cell: ({ row: { original } }) => number(original.keys.length + original.secrets.length)
    }),
    partnerColumns.display({ id: 'coins', header: text('coins'), cell: ({ row }) => number(row.original.coins) }),
    partnerColumns.display({
      id: 'seen',
      header: text('lastSeen'),
      cell: ({ row }) => <TimeText instant={row.original.seen_at} />
    })
  ])
  return (
    <Page
      title={general('partners')}
      lead={text('partnersLead')}
      actions={
        role === 'owner' && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
            {text('newPartner')}
          </Button>
        )
      }
    >
      <TextInput
        label={text('search')}
        value={typed}
        maxLength={64}
        maw={320}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <ListTable
        label={general('partners')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text(q === '' ? 'noPartners' : 'noMatches')}
      />
      <Dialog opened={isCreating} onClose={() => setCreating(false)} title={text('newPartner')}>
        <CreatePartnerForm />
      </Dialog>
    </Page>
  )
}
