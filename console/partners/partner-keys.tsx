import { Button, Group, Stack } from '@mantine/core'
import IconKey from '@tabler/icons-react/icons/IconKey'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { CreateKeyForm, KeyTable, RevokeKeyForm } from '../ui/key-table.js'
import { NewSecret } from '../ui/new-secret.js'
import type { PartnerPartProps } from './shown-partner.js'

type KeyKind = 'api' | 'secret'
type OpenDialog = { type: 'create'; kind: KeyKind } | { type: 'revoke'; keyId: string } | null

export function PartnerKeys({ partner, mayChange }: PartnerPartProps) {
  const text = useText('console-partners')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const keys = [
    ...partner.keys.map(({ id, created_at }) => ({ id, created_at, kind: text('kind_api') })),
    ...partner.secrets.map(({ id, created_at }) => ({ id, created_at, kind: text('kind_secret') }))
  ]
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
      <KeyTable
        keys={keys}
        labels={{
          table: text('keys'),
          id: text('keyId'),
          kind: text('kind'),
          created: text('created'),
          empty: text('noKeys'),
          revoke: text('revoke')
        }}
        mayChange={mayChange}
        toRevokeLabel={id => text('revokeKey', { id })}
        onRevoke={keyId => setDialog({ type: 'revoke', keyId })}
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
    <CreateKeyForm
      labels={{ twoKeys: text('twoKeys'), create: text('create') }}
      mutation={create}
      onCreate={() => create.mutate({ id })}
    />
  )
}

function RevokeKey({ id, keyId, onClose }: { id: string; keyId: string; onClose(): void }) {
  const text = useText('console-partners')
  const revoke = useActionMutation('/operator/partner_revoke', { changes, onSuccess: onClose })
  return (
    <RevokeKeyForm
      lead={text('revokeLead', { id: keyId })}
      label={text('revoke')}
      mutation={revoke}
      onRevoke={() => revoke.mutate({ id, key: keyId })}
      onClose={onClose}
    />
  )
}
