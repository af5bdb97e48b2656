import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { TimeText } from '../ui/time-text.js'

type Postback = ListItem<'/operator/campaign_postback_list'>
type OpenDialog = { type: 'add' } | { type: 'remove'; postback: Postback } | null

const postbackColumns = columnsOf<Postback>()
const events: readonly Postback['event'][] = [
  'purchase',
  'refund',
  'unlock',
  'register',
  'visit',
  'checkout',
  'view_content',
  'paywall',
  'episode_start',
  'episode_quartile',
  'episode_complete',
  'search',
  'favorite',
  'share',
  'reward_submitted'
]
const changes = ['/operator/campaign_postback_list'] as const

export function CampaignPostbacks({ lpid, isReadOnly }: { lpid: string; isReadOnly: boolean }) {
  const text = useText('console-campaigns')
  const general = useText('console')
  const names = useText('console-names')
  const postbacks = useActionQuery('/operator/campaign_postback_list', { lpid })
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const columns = postbackColumns.columns([
    postbackColumns.accessor('event', {
      header: text('event'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">{names(`event_${original.event}`)}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {original.event}
          </Text>
        </Stack>
      )
    }),
    postbackColumns.display({
      id: 'url',
      header: text('address'),
      cell: ({ row: { original } }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{`${original.method} ${original.url}`}</Text>
      )
    }),
    postbackColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    postbackColumns.display({
      id: 'remove',
      header: '',
      cell: ({ row: { original } }) =>
        !isReadOnly && (
          <Button size="xs" variant="default" onClick={() => setDialog({ type: 'remove', postback: original })}>
            {general('remove')}
          </Button>
        )
    })
  ])
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {text('postbacks')}
        </Title>
        {!isReadOnly && (
          <Button variant="default" onClick={() => setDialog({ type: 'add' })}>
            {text('addPostback')}
          </Button>
        )}
      </Group>
      <DataTable
        label={text('postbacks')}
        columns={columns}
        rows={postbacks.data?.list ?? []}
        toKey={({ id }) => id}
        empty={text('noPostbacks')}
        isLoading={postbacks.isPending}
        error={postbacks.error}
        onRetry={() => void postbacks.refetch()}
      />
      <Dialog opened={dialog?.type === 'add'} onClose={close} title={text('addPostback')} size="lg">
        {dialog?.type === 'add' && <AddPostback lpid={lpid} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'remove'} onClose={close} title={text('removePostback')}>
        {dialog?.type === 'remove' && <RemovePostback lpid={lpid} postback={dialog.postback} onClose={close} />}
      </Dialog>
    </Stack>
  )
}

function AddPostback({ lpid, onClose }: { lpid: string; onClose(): void }) {
  const text = useText('console-campaigns')
  const general = useText('console')
  const names = useText('console-names')
  const form = useForm({
    initialValues: { event: 'purchase', method: 'POST', url: '' },
    validate: { url: value => (value.trim() === '' ? text('error_address') : null) }
  })
  const add = useActionMutation('/operator/campaign_postback_add', { changes })
  const reasons: Readonly<Record<string, string>> = {
    too_many_postbacks: text('error_too_many_postbacks'),
    unknown_macro: text('error_macro'),
    macro_in_host: text('error_macro_in_host'),
    host_not_allowed: text('error_host')
  }
  if (add.data !== undefined) {
    return (
      <Stack>
        <Text size="sm">{text('secretOnce')}</Text>
        <TextInput
          label={text('secret')}
          value={add.data.secret}
          readOnly
          data-autofocus
          onFocus={event => event.currentTarget.select()}
          rightSection={<CopyAction value={add.data.secret} />}
        />
        <Button onClick={onClose}>{general('done')}</Button>
      </Stack>
    )
  }
  const submit = ({ event, method, url }: typeof form.values) =>
    add.mutate(
      {
        lpid,
        event: events.find(name => name === event) ?? 'purchase',
        method: method === 'GET' ? 'GET' : 'POST',
        url: url.trim()
      },
      {
        onError: error => {
          if (error.fields.length > 0) form.setFieldError('url', reasons[error.reason ?? ''] ?? text('error_address'))
        }
      }
    )
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Select
          label={text('event')}
          data={events.map(name => ({ value: name, label: `${names(`event_${name}`)} (${name})` }))}
          searchable
          allowDeselect={false}
          {...form.getInputProps('event')}
        />
        <Select label={text('method')} data={['POST', 'GET']} allowDeselect={false} {...form.getInputProps('method')} />
        <TextInput
          label={text('address')}
          description={text('macroHint')}
          placeholder="https://ads.example/p?click={click_id}"
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('url')}
        />
        {add.error !== null && add.error.fields.length === 0 && <ErrorAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {text('addPostback')}
        </Button>
      </Stack>
    </form>
  )
}

function RemovePostback({ lpid, postback, onClose }: { lpid: string; postback: Postback; onClose(): void }) {
  const text = useText('console-campaigns')
  const general = useText('console')
  const remove = useActionMutation('/operator/campaign_postback_remove', { changes, onSuccess: onClose })
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('removePostbackLead', { url: postback.url })}
      </Text>
      <ErrorAlert error={remove.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ lpid, id: postback.id })}>
          {general('remove')}
        </Button>
      </Group>
    </Stack>
  )
}
