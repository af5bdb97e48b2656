import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import IconKey from '@tabler/icons-react/icons/IconKey'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { NewSecret } from '../ui/new-secret.js'
import { TimeText } from '../ui/time-text.js'
import type { PartnerPartProps } from './shown-partner.js'

type KeyKind = 'api' | 'secret'
interface Key {
  id: string
  kind: KeyKind
  created_at: string
}
type OpenDialog = { type: 'create'; kind: KeyKind } | { type: 'revoke'; keyId: string } | null

const keyColumns = columnsOf<Key>()

export function PartnerKeys({ partner, mayChange }: PartnerPartProps) {
  const text = useText('console-partners')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const keys: Key[] = [
    ...partner.keys.map(({ id, created_at }) => ({ id, created_at, kind: 'api' as const })),
    ...partner.secrets.map(({ id, created_at }) => ({ id, created_at, kind: 'secret' as const }))
  ]
  const columns = keyColumns.columns([
    keyColumns.accessor('id', { header: text('keyId'), cell: ({ row }) => <Code>{row.original.id}</Code> }),
    keyColumns.accessor('kind', { header: text('kind'), cell: ({ row }) => text(`kind_${row.original.kind}`) }),
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
            onClick={() => setDialog({ type: 'revoke', keyId: original.id })}
          >
            {text('revoke')}
          </Button>
        )
    })
  ])
  return (
    <Stack>
      {mayChange && (
        <Group>
          <Button leftSection={<IconKey size={18} />} onClick={() => setDialog({ type: 'create', kind: 'api' })}>
            {text('newKey')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconKey size={18} />}
            onClick={() => setDialog({ type: 'create', kind: 'secret' })}
          >
            {text('newSecret')}
          </Button>
        </Group>
      )}
      <DataTable
        label={text('keys')}
        columns={columns}
        rows={keys}
        toKey={({ id }) => id}
        empty={text('noKeys')}
        isSortable
      />
      <Dialog
        opened={dialog?.type === 'create'}
        onClose={close}
        title={text(dialog?.type === 'create' && dialog.kind === 'secret' ? 'newSecret' : 'newKey')}
      >
        {dialog?.type === 'create' && <CreateKey id={partner.id} kind={dialog.kind} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'revoke'} onClose={close} title={text('revoke')}>
        {dialog?.type === 'revoke' && <RevokeKey id={partner.id} keyId={dialog.keyId} onClose={close} />}
      </Dialog>
    </Stack>
  )
}

const changes = ['/operator/partner_show', '/operator/partner_list'] as const

function CreateKey({ id, kind, onClose }: { id: string; kind: KeyKind; onClose(): void }) {
  const text = useText('console-partners')
  const general = useText('console')
  const createKey = useActionMutation('/operator/partner_key', { changes })
  const createSecret = useActionMutation('/operator/partner_secret', { changes })
  const labels = { lead: text('secretOnce'), id: text('keyId'), secret: text('secret'), done: general('done') }
  if (createKey.data !== undefined) {
    const { key_id, key } = createKey.data
    return <NewSecret id={key_id} secret={key} labels={labels} onClose={onClose} />
  }
  if (createSecret.data !== undefined) {
    const { key_id, secret } = createSecret.data
    return <NewSecret id={key_id} secret={secret} labels={labels} onClose={onClose} />
  }
  const create = kind === 'api' ? createKey : createSecret
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {text('twoKeys')}
      </Alert>
      <ErrorAlert error={create.error} />
      <Button loading={create.isPending} onClick={() => create.mutate({ id })}>
        {text('create')}
      </Button>
    </Stack>
  )
}

function RevokeKey({ id, keyId, onClose }: { id: string; keyId: string; onClose(): void }) {
  const text = useText('console-partners')
  const general = useText('console')
  const revoke = useActionMutation('/operator/partner_revoke', { changes, onSuccess: onClose })
  return (
    <Stack>
      <Text size="sm">{text('revokeLead', { id: keyId })}</Text>
      <ErrorAlert error={revoke.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate({ id, key: keyId })}>
          {text('revoke')}
        </Button>
      </Group>
    </Stack>
  )
}
