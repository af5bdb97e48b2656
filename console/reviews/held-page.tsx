import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList, useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { ListTable } from '../ui/list-table.js'
import { toShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time-text.js'
import { ReviewsFrame, useMayReview } from './reviews-frame.js'

type HeldReward = ListItem<'/operator/reward_waiting'>

const heldColumns = columnsOf<HeldReward>()

export function HeldPage() {
  const text = useText('console-reviews')
  const mayReview = useMayReview()
  const [shown, setShown] = useState<HeldReward | null>(null)
  const list = useActionList('/operator/reward_waiting', {})
  const columns = heldColumns.columns([
    heldColumns.display({
      id: 'since',
      header: text('heldSince'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    heldColumns.accessor('user_id', { header: text('viewer'), cell: ({ row }) => toShortId(row.original.user_id) }),
    heldColumns.accessor('kind', { header: text('heldKind'), cell: ({ row }) => text(`kind_${row.original.kind}`) }),
    heldColumns.accessor('bonus', { header: text('bonus') }),
    heldColumns.accessor('lpid', { header: text('campaign'), cell: ({ row }) => row.original.lpid ?? '—' }),
    heldColumns.accessor('network', { header: text('network') }),
    heldColumns.display({
      id: 'release',
      header: '',
      cell: ({ row }) =>
        mayReview && (
          <Button size="xs" variant="default" onClick={() => setShown(row.original)}>
            {text('release')}
          </Button>
        )
    })
  ])
  return (
    <ReviewsFrame lead={text('heldLead')}>
      <ListTable label={text('held')} list={list} columns={columns} toKey={({ id }) => id} empty={text('noHeld')} />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={text('releaseTitle')}>
        {shown !== null && <ReleaseForm reward={shown} onClose={() => setShown(null)} />}
      </Dialog>
    </ReviewsFrame>
  )
}

function ReleaseForm({ reward: { id, bonus }, onClose }: { reward: HeldReward; onClose(): void }) {
  const text = useText('console-reviews')
  const general = useText('console')
  const release = useActionMutation('/operator/reward_release', {
    changes: ['/operator/reward_waiting'],
    onSuccess: () => {
      notifications.show({ message: text('released') })
      onClose()
    }
  })
  const isGone = release.error?.reason === 'not_waiting'
  return (
    <Stack>
      <Text size="sm">{text('releaseLead', { count: bonus })}</Text>
      {isGone ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {text('not_waiting')}
        </Text>
      ) : (
        <ErrorAlert error={release.error} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {general('cancel')}
        </Button>
        <Button loading={release.isPending} disabled={isGone} onClick={() => release.mutate({ id })}>
          {text('release')}
        </Button>
      </Group>
    </Stack>
  )
}
