import { Alert, Anchor, Button, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { QueryPath } from '../api/action-types.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { useErrorText } from '../ui/use-error-text.js'
import { ActionWithDialog } from './action-with-dialog.js'
import { DeleteDraft } from './delete-draft.js'
import type { EditedDrama } from './drama-values.js'

interface PublishingProps {
  drama: EditedDrama
  isReadOnly: boolean
}

const changes: readonly QueryPath[] = ['/operator/drama_show', '/operator/drama_list']

export function Publishing({ drama, isReadOnly }: PublishingProps) {
  const text = useText('console-dramas')
  const { dateTime } = useFormats()
  return (
    <Stack>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="xs">
          {text(`state_${drama.state}`)}
        </Title>
        <Text size="sm">{text(`stateLead_${drama.state}`)}</Text>
        {drama.state === 'offline' && drama.withdrawn_at !== null && (
          <Text size="sm" c="dimmed">
            {text('withdrawnAt', { time: dateTime(drama.withdrawn_at) })}
          </Text>
        )}
      </Paper>
      {!isReadOnly && drama.state === 'online' && <OfflinePart drama={drama} />}
      {!isReadOnly && drama.state !== 'online' && <PublishPart drama={drama} />}
      {!isReadOnly && drama.state === 'draft' && <DeleteDraft drama={drama} />}
    </Stack>
  )
}

function PublishPart({ drama }: { drama: EditedDrama }) {
  const text = useText('console-dramas')
  const toErrorText = useErrorText({
    no_package: text('error_noPackage'),
    broken_package: text('error_brokenPackage'),
    bucket: text('error_bucket')
  })
  const publish = useActionMutation('/operator/drama_publish', {
    changes,
    onSuccess: () => notifications.show({ message: text('published') })
  })
  return (
    <>
      {!drama.has_films && <Alert color="blue">{text('noFilmsYet')}</Alert>}
      {drama.copied.length > 0 && <Alert color="yellow">{text('copiedWarning')}</Alert>}
      <Paper withBorder p="md">
        <Stack>
          <Title order={3} size="h5">
            {text('publishNow')}
          </Title>
          <Text size="sm">{text('publishLead')}</Text>
          {publish.error !== null && (
            <Alert color="red" role="alert">
              {toErrorText(publish.error)}
            </Alert>
          )}
          <Group>
            <Button
              disabled={!drama.has_films}
              loading={publish.isPending}
              onClick={() => publish.mutate({ id: drama.id })}
            >
              {text('publishNow')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      <SchedulePart drama={drama} />
    </>
  )
}

function SchedulePart({ drama }: { drama: EditedDrama }) {
  const text = useText('console-dramas')
  const general = useText('console')
  const { dateTime } = useFormats()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const schedule = useActionMutation('/operator/drama_publish_at', {
    changes,
    onSuccess: ({ drama: saved }) => {
      setTyped('')
      notifications.show({ message: text(saved.publish_at === null ? 'scheduleCancelled' : 'scheduled') })
    }
  })
  const send = () => {
    const at = new Date(typed).getTime()
    if (Number.isNaN(at)) return setProblem(text('error_time'))
    setProblem('')
    schedule.mutate(
      { id: drama.id, at },
      {
        onError: error => {
          if (error.fields.includes('at')) setProblem(text(error.reason === 'too_far' ? 'error_tooFar' : 'error_past'))
        }
      }
    )
  }
  const isLate = drama.publish_at !== null && Date.parse(drama.publish_at) < Date.now()
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={3} size="h5">
          {text('publishAt')}
        </Title>
        {drama.publish_at !== null && (
          <Alert color={isLate ? 'orange' : 'grape'}>
            <Group justify="space-between">
              <span>
                {text(isLate ? 'scheduleLate' : 'scheduledFor', { time: dateTime(drama.publish_at), zone })}
                {drama.scheduled_by !== null && ` ${text('scheduledBy', { name: drama.scheduled_by })}`}
              </span>
              <Button
                size="xs"
                variant="default"
                loading={schedule.isPending}
                onClick={() => schedule.mutate({ id: drama.id, at: null })}
              >
                {general('cancel')}
              </Button>
            </Group>
          </Alert>
        )}
        <TextInput
          type="datetime-local"
          label={text('time')}
          description={text('timeHint', { zone })}
          maw={280}
          value={typed}
          error={problem || undefined}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        {schedule.error !== null && !schedule.error.fields.includes('at') && <ErrorAlert error={schedule.error} />}
        <Group>
          <Button variant="default" loading={schedule.isPending} onClick={send}>
            {text('schedule')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function OfflinePart({ drama }: { drama: EditedDrama }) {
  const text = useText('console-dramas')
  return (
    <ActionWithDialog
      title={text('takeOffline')}
      lead={text('takeOfflineLead')}
      size="lg"
      renderDialog={onClose => <OfflineDialog drama={drama} onClose={onClose} />}
    />
  )
}

function OfflineDialog({ drama: { id }, onClose }: { drama: EditedDrama; onClose(): void }) {
  const text = useText('console-dramas')
  const general = useText('console')
  const { number, date } = useFormats()
  const effects = useActionQuery('/operator/drama_offline_effects', { id })
  const withdraw = useActionMutation('/operator/drama_unpublish', {
    changes,
    onSuccess: () => {
      notifications.show({ message: text('takenOffline') })
      onClose()
    }
  })
  const { data } = effects
  return (
    <Stack>
      <ErrorAlert error={effects.error} onRetry={() => void effects.refetch()} />
      {data !== undefined && (
        <>
          <Text size="sm">{text('effectsLead')}</Text>
          <List size="sm" spacing="xs">
            <List.Item>
              {text('effectOwners', {
                count: number(data.owners),
                unlocks: number(data.unlocks),
                until: date(data.watchable_until)
              })}
            </List.Item>
            <List.Item>
              {text('effectRefund', {
                until: date(data.watchable_until),
                coins: number(data.refund_coins),
                bonus: number(data.refund_bonus)
              })}
            </List.Item>
            <List.Item>{text('effectKeepers', { count: number(data.keepers) })}</List.Item>
            <List.Item>{text('effectPromo', { count: number(data.promo_viewers) })}</List.Item>
            <List.Item>
              {text(data.campaign_count === 0 ? 'effectNoCampaigns' : 'effectCampaigns', {
                count: number(data.campaign_count)
              })}{' '}
              {data.campaigns.map(({ lpid, name }, index) => (
                <span key={lpid}>
                  {index > 0 && ', '}
                  <Anchor component={Link} to="/campaigns/edit" search={{ lpid } as never} size="sm">
                    {name}
                  </Anchor>
                </span>
              ))}
            </List.Item>
          </List>
        </>
      )}
      <ErrorAlert error={withdraw.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button
          color="red.9"
          disabled={data === undefined}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({ id })}
        >
          {text('takeOffline')}
        </Button>
      </Group>
    </Stack>
  )
}
