import { Button } from '@mantine/core'
import IconKey from '@tabler/icons-react/icons/IconKey'
import { useState } from 'react'
import type { ListItem } from '../../api/action-types.js'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { Dialog } from '../../ui/dialog.js'
import { CreateKeyForm, KeyTable, RevokeKeyForm } from '../../ui/key-table.js'
import { NewSecret } from '../../ui/new-secret.js'
import { Page } from '../../ui/page.js'
import { PartnerFrame } from '../partner-frame.js'

type Key = ListItem<'/partner/key_list'>
type OpenDialog = { type: 'create'; kind: Key['kind'] } | { type: 'revoke'; keyId: string } | null

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
      <KeyTable
        keys={(keys.data?.list ?? []).map(key => ({ ...key, kind: text(`key_${key.kind}`) }))}
        labels={{
          table: general('partnerKeys'),
          id: text('keyId'),
          kind: text('keyKind'),
          created: text('created'),
          empty: text('noKeys'),
          revoke: text('revoke')
        }}
        mayChange={mayChange}
        query={keys}
        toRevokeLabel={id => text('revokeKey', { id })}
        onRevoke={keyId => setDialog({ type: 'revoke', keyId })}
      />
      <Dialog
        opened={dialog?.type === 'create'}
        onClose={close}
        title={dialog?.type === 'create' ? text(`create_${dialog.kind}`) : ''}
      >
        {dialog?.type === 'create' && <CreateKey kind={dialog.kind} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'revoke'} onClose={close} title={text('revoke')}>
        {dialog?.type === 'revoke' && <RevokeKey id={dialog.keyId} onClose={close} />}
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
      <CreateKeyForm
        lead={text(`lead_${kind}`)}
        labels={{ twoKeys: text('twoKeys'), create: text('createKey') }}
        mutation={create}
        onCreate={() => create.mutate({ kind })}
      />
    )
  }
  const { id, secret } = create.data
  const labels = { lead: text('secretOnce'), id: text('keyId'), secret: text('secret'), done: general('done') }
  return <NewSecret id={id} secret={secret} labels={labels} onClose={onClose} />
}

function RevokeKey({ id, onClose }: { id: string; onClose(): void }) {
  const text = useText('console-partner')
  const revoke = useActionMutation('/partner/key_revoke', { changes: ['/partner/key_list'], onSuccess: onClose })
  return (
    <RevokeKeyForm
      lead={text('revokeLead', { id })}
      label={text('revoke')}
      mutation={revoke}
      onRevoke={() => revoke.mutate({ id })}
      onClose={onClose}
    />
  )
}
