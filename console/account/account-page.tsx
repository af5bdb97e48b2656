import { Alert, Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration
} from '@simplewebauthn/browser'
import IconFingerprint from '@tabler/icons-react/icons/IconFingerprint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionError } from '../api/action-error.js'
import type { ActionResponse } from '../api/action-types.js'
import { sendMutation } from '../api/send-action.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { sessionQuery, useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import { useErrorText } from '../ui/use-error-text.js'
import { describeUserAgent } from './describe-user-agent.js'

type Account = ActionResponse<'/console/api/account'>

export function AccountPage() {
  const text = useText('console-access')
  const general = useText('console')
  const { name, email, role } = useMember()
  const account = useActionQuery('/console/api/account', {})
  return (
    <Page title={general('account')} lead={`${name} · ${email} · ${general(`role_${role}`)}`}>
      {account.data?.passkeys.length === 0 && browserSupportsWebAuthn() && (
        <Alert color="blue" icon={<IconFingerprint aria-hidden />} title={text('passkeyAdviceTitle')}>
          {text('passkeyAdvice')}
        </Alert>
      )}
      <Passkeys account={account} />
      <Sessions account={account} />
    </Page>
  )
}

interface SectionProps {
  account: ReturnType<typeof useActionQuery<'/console/api/account'>>
}

const passkeyColumns = columnsOf<Account['passkeys'][number]>()

function Passkeys({ account }: SectionProps) {
  const text = useText('console-access')
  const general = useText('console')
  const [isOpen, { open, close }] = useDisclosure()
  const remove = useActionMutation('/console/api/passkey_remove', { changes: ['/console/api/account'] })
  const columns = passkeyColumns.columns([
    passkeyColumns.accessor('name', { header: text('passkeyName') }),
    passkeyColumns.accessor('created_at', {
      header: general('added'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    passkeyColumns.accessor('used_at', {
      header: text('lastUsed'),
      cell: ({ row }) => <TimeText instant={row.original.used_at} />
    }),
    passkeyColumns.display({
      id: 'actions',
      header: '',
      cell: ({ row }) => (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={remove.isPending && remove.variables?.id === row.original.id}
          onClick={() => remove.mutate({ id: row.original.id })}
        >
          {general('remove')}
        </Button>
      )
    })
  ])
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {text('passkeys')}
        </Title>
        {browserSupportsWebAuthn() && (
          <Button leftSection={<IconFingerprint size={18} />} onClick={open}>
            {text('addPasskey')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={remove.error} />
      <DataTable
        label={text('passkeys')}
        columns={columns}
        rows={account.data?.passkeys ?? []}
        toKey={({ id }) => id}
        empty={text('noPasskeys')}
        isLoading={account.isPending}
        error={account.error}
        onRetry={() => void account.refetch()}
      />
      <Dialog opened={isOpen} onClose={close} title={text('addPasskey')}>
        <AddPasskeyForm onAdded={close} />
      </Dialog>
    </Stack>
  )
}

function AddPasskeyForm({ onAdded }: { onAdded(): void }) {
  const text = useText('console-access')
  const general = useText('console')
  const toErrorText = useErrorText({ too_many: text('tooManyPasskeys') })
  const client = useQueryClient()
  const [name, setName] = useState(() => describeUserAgent(navigator.userAgent))
  const add = useMutation({
    mutationFn: async () => {
      const options = await sendMutation('/console/api/passkey_add_options', {}, crypto.randomUUID())
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const response = await startRegistration({ optionsJSON })
      await sendMutation(
        '/console/api/passkey_add',
        { response: { ...response, response: { ...response.response } }, name },
        crypto.randomUUID()
      )
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['/console/api/account'] })
      onAdded()
    }
  })
  const describe = (error: Error) => (error instanceof ActionError ? toErrorText(error) : text('passkeyCancelled'))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={text('passkeyName')}
          description={text('passkeyNameHint')}
          value={name}
          maxLength={80}
          required
          data-autofocus
          onChange={event => setName(event.currentTarget.value)}
        />
        {add.error !== null && (
          <Text c="red" size="sm" role="alert">
            {describe(add.error)}
          </Text>
        )}
        <Button type="submit" loading={add.isPending}>
          {general('go')}
        </Button>
      </Stack>
    </form>
  )
}

const sessionColumns = columnsOf<Account['sessions'][number]>()

function Sessions({ account }: SectionProps) {
  const text = useText('console-access')
  const general = useText('console')
  const client = useQueryClient()
  const end = useActionMutation('/console/api/session_end', {
    changes: ['/console/api/account'],
    onSuccess: () => void client.invalidateQueries(sessionQuery)
  })
  const columns = sessionColumns.columns([
    sessionColumns.display({
      id: 'device',
      header: text('device'),
      cell: ({ row: { original } }) => (
        <Group gap="xs" wrap="nowrap">
          <span title={original.user_agent}>{describeUserAgent(original.user_agent)}</span>
          {original.is_current && <Badge variant="light">{text('thisSession')}</Badge>}
        </Group>
      )
    }),
    sessionColumns.accessor('address', { header: general('address') }),
    sessionColumns.display({
      id: 'seen',
      header: text('lastUsed'),
      cell: ({ row }) => <TimeText instant={row.original.seen_at} />
    }),
    sessionColumns.display({
      id: 'end',
      header: '',
      cell: ({ row: { original } }) =>
        original.is_current ? null : (
          <Button size="xs" variant="subtle" color="red" onClick={() => end.mutate({ id: original.id })}>
            {general('signOut')}
          </Button>
        )
    })
  ])
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {text('sessions')}
        </Title>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
          {text('signOutEverywhere')}
        </Button>
      </Group>
      <ErrorAlert error={end.error} />
      <DataTable
        label={text('sessions')}
        columns={columns}
        rows={account.data?.sessions ?? []}
        toKey={({ id }) => id}
        empty=""
        isLoading={account.isPending}
      />
    </Stack>
  )
}
