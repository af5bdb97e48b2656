import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import IconKey from '@tabler/icons-react/icons/IconKey'
import { useState } from 'react'
import type { ListItem } from '../../api/action-types.js'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf, DataTable } from '../../ui/data-table.js'
import { Dialog } from '../../ui/dialog.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { NewSecret } from '../../ui/new-secret.js'
import { Page } from '../../ui/page.js'
import { TimeText } from '../../ui/time-text.js'
import { PartnerFrame } from '../partner-frame.js'

type Key = ListItem<'/partner/key_list'>
type OpenDialog = { type: 'create'; kind: Key['kind'] } | { type: 'revoke'; key: Key } | null

const keyColumns = columnsOf<Key>()

export const KeysPage = () => (
  <PartnerFrame>
    <Keys />
  </PartnerFrame>
)

function Keys() {
  const text = useText('console-partner')
  const general = useText('console')
  const { role } = useMember()
  const keys = useActionQuery('/partner/key_list', {})
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const mayChange = role !== 'analyst'
  const columns = keyColumns.columns([
    keyColumns.accessor('id', { header: text('keyId'), cell: ({ row }) => <Code>{row.original.id}</Code> }),
    keyColumns.accessor('kind', { header: text('keyKind'), cell: ({ row }) => text(`key_${row.original.kind}`) }),
    keyColumns.accessor('created_at', {
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    keyColumns.display({
      id: 'revoke',
      header: '',
      cell: ({ row: { original } }) =>
        mayChange && (
          <Button
            size="xs"
            variant="default"
            aria-label={text('revokeKey', { id: original.id })}
            onClick={() => setDialog({ type: 'revoke', key: original })}
          >
            {text('revoke')}
          </Button>
        )
    })
  ])
  const close = () => setDialog(null)
  return (
    <Page
      title={general('partnerKeys')}
      lead={text('keysLead')}
      actions={
        mayChange &&
        (['api', 'signing'] as const).map(kind => (
          <Button
            key={kind}
            variant={kind === 'api' ? 'filled' : 'default'}
            leftSection={<IconKey size={18} />}
            onClick={() => setDialog({ type: 'create', kind })}
          >
            {text(`create_${kind}`)}
          </Button>
        ))
      }
    >
      <DataTable
        label={general('partnerKeys')}
        columns={columns}
        rows={keys.data?.list ?? []}
        toKey={({ id }) => id}
        empty={text('noKeys')}
        isLoading={keys.isPending}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        isSortable
      />
      <Dialog
        opened={dialog?.type === 'create'}
        onClose={close}
        title={dialog?.type === 'create' ? text(`create_${dialog.kind}`) : ''}
      >
        {dialog?.type === 'create' && <CreateKey kind={dialog.kind} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'revoke'} onClose={close} title={text('revoke')}>
        {dialog?.type === 'revoke' && <RevokeKey id={dialog.key.id} onClose={close} />}
      </Dialog>
    </Page>
  )
}

/** The server shows the secret only once. */
function CreateKey({ kind, onClose }: { kind: Key['kind']; onClose(): void }) {
  const text = useText('console-partner')
  const general = useText('console')
  const create = useActionMutation('/partner/key_create', { changes: ['/partner/key_list'] })
  if (create.data === undefined) {
    return (
      <Stack>
        <Text size="sm">{text(`lead_${kind}`)}</Text>
        <Alert color="yellow" variant="light">
          {text('twoKeys')}
        </Alert>
        <ErrorAlert error={create.error} />
        <Button loading={create.isPending} onClick={() => create.mutate({ kind })}>
          {text('createKey')}
        </Button>
      </Stack>
    )
  }
  const { id, secret } = create.data
  const labels = { lead: text('secretOnce'), id: text('keyId'), secret: text('secret'), done: general('done') }
  return <NewSecret id={id} secret={secret} labels={labels} onClose={onClose} />
}

function RevokeKey({ id, onClose }: { id: string; onClose(): void }) {
  const text = useText('console-partner')
  const general = useText('console')
  const revoke = useActionMutation('/partner/key_revoke', { changes: ['/partner/key_list'], onSuccess: onClose })
  return (
    <Stack>
      <Text size="sm">{text('revokeLead', { id })}</Text>
      <ErrorAlert error={revoke.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate({ id })}>
          {text('revoke')}
        </Button>
      </Group>
    </Stack>
  )
}
