import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import IconMailPlus from '@tabler/icons-react/icons/IconMailPlus'
import { useState } from 'react'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf, DataTable } from '../../ui/data-table.js'
import { Dialog } from '../../ui/dialog.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { Page } from '../../ui/page.js'
import { PartnerFrame } from '../partner-frame.js'
import { type Schedule, toWeekdayKey } from './schedule.js'

const ScheduleForm = lazyWithRetry(() => import('./schedule-form.js').then(module => module.ScheduleForm))

type OpenDialog = { type: 'add' } | { type: 'edit' | 'delete' | 'mails'; schedule: Schedule } | null

const scheduleColumns = columnsOf<Schedule>()

export const SchedulesPage = () => (
  <PartnerFrame>
    <Schedules />
  </PartnerFrame>
)

function Schedules() {
  const text = useText('console-partner')
  const general = useText('console')
  const { dateTime } = useFormats()
  const { role } = useMember()
  const schedules = useActionQuery('/partner/schedule_list', {})
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const mayChange = role !== 'analyst'
  const isMailAvailable = schedules.data?.is_mail_available ?? true
  const close = () => setDialog(null)
  const columns = scheduleColumns.columns([
    scheduleColumns.display({
      id: 'when',
      header: text('when'),
      cell: ({ row }) => <ScheduleTime schedule={row.original} />
    }),
    scheduleColumns.display({
      id: 'recipients',
      header: text('recipients'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          {original.recipients.map(recipient => (
            <Text key={recipient} size="sm">
              {recipient}
            </Text>
          ))}
        </Stack>
      )
    }),
    scheduleColumns.display({
      id: 'next',
      header: text('nextMail'),
      cell: ({ row }) => dateTime(row.original.try_at)
    }),
    scheduleColumns.display({
      id: 'state',
      header: text('status'),
      cell: ({ row }) => <ScheduleState schedule={row.original} />
    }),
    scheduleColumns.display({
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) => (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setDialog({ type: 'mails', schedule: original })}>
            {text('sentMails')}
          </Button>
          {mayChange && (
            <>
              <Button size="xs" variant="default" onClick={() => setDialog({ type: 'edit', schedule: original })}>
                {general('edit')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDialog({ type: 'delete', schedule: original })}>
                {general('remove')}
              </Button>
            </>
          )}
        </Group>
      )
    })
  ])
  return (
    <Page
      title={general('partnerSchedules')}
      lead={text('schedulesLead')}
      actions={
        mayChange && (
          <Button
            leftSection={<IconMailPlus size={18} />}
            disabled={!isMailAvailable}
            onClick={() => setDialog({ type: 'add' })}
          >
            {text('addSchedule')}
          </Button>
        )
      }
    >
      {!isMailAvailable && <Alert color="yellow">{text('noMailServer')}</Alert>}
      <DataTable
        label={general('partnerSchedules')}
        columns={columns}
        rows={schedules.data?.list ?? []}
        toKey={({ id }) => id}
        empty={text('noSchedules')}
        isLoading={schedules.isPending}
        error={schedules.error}
        onRetry={() => void schedules.refetch()}
      />
      <Dialog opened={dialog?.type === 'add'} onClose={close} title={text('addSchedule')}>
        {dialog?.type === 'add' && <ScheduleForm schedule={null} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'edit'} onClose={close} title={text('changeSchedule')}>
        {dialog?.type === 'edit' && <ScheduleForm schedule={dialog.schedule} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'delete'} onClose={close} title={text('deleteSchedule')}>
        {dialog?.type === 'delete' && <DeleteSchedule id={dialog.schedule.id} onClose={close} />}
      </Dialog>
      <Dialog opened={dialog?.type === 'mails'} onClose={close} title={text('sentMails')} size="lg">
        {dialog?.type === 'mails' && <ScheduleMails schedule={dialog.schedule} />}
      </Dialog>
    </Page>
  )
}

function ScheduleTime({ schedule: { frequency, weekday, hour, timezone, lpid } }: { schedule: Schedule }) {
  const text = useText('console-partner')
  const time = `${hour}`.padStart(2, '0').concat(':00')
  return (
    <Stack gap={0}>
      <Text size="sm">
        {frequency === 'daily' || weekday === null
          ? text('everyDay', { time })
          : text('everyWeek', { day: text(`weekday_${toWeekdayKey(weekday)}`), time })}
      </Text>
      <Text size="xs" c="dimmed">
        {[timezone, lpid ?? text('allCampaigns')].join(' · ')}
      </Text>
    </Stack>
  )
}

function ScheduleState({ schedule: { last_problem: problem, mails } }: { schedule: Schedule }) {
  const text = useText('console-partner')
  if (problem !== null)
    return (
      <Text size="sm" c="red">
        {text(`problem_${problem}`)}
      </Text>
    )
  const [latest] = mails
  return (
    <Badge color={latest === undefined ? 'gray' : 'green'} variant="dot" miw="max-content">
      {latest === undefined ? text('nothingSentYet') : text('mail_sent')}
    </Badge>
  )
}

function ScheduleMails({ schedule }: { schedule: Schedule }) {
  const text = useText('console-partner')
  const { dateTime } = useFormats()
  const columns = mailColumns.columns([
    mailColumns.accessor('period', {
      header: text('period'),
      cell: ({ row }) => row.original.period.replace('..', ' – ')
    }),
    mailColumns.accessor('recipient', { header: text('recipients') }),
    mailColumns.accessor('status', {
      header: text('status'),
      cell: ({ row }) => (
        <Text size="sm" {...(row.original.status !== 'sent' && { c: 'orange' })}>
          {text(`mail_${row.original.status}`)}
        </Text>
      )
    }),
    mailColumns.accessor('at', { header: text('happened'), cell: ({ row }) => dateTime(row.original.at) })
  ])
  return (
    <DataTable
      label={text('sentMails')}
      columns={columns}
      rows={schedule.mails}
      toKey={({ period, recipient }) => `${period} ${recipient}`}
      empty={text('nothingSentYet')}
    />
  )
}

const mailColumns = columnsOf<Schedule['mails'][number]>()

function DeleteSchedule({ id, onClose }: { id: string; onClose(): void }) {
  const text = useText('console-partner')
  const general = useText('console')
  const remove = useActionMutation('/partner/schedule_delete', {
    changes: ['/partner/schedule_list'],
    onSuccess: onClose
  })
  return (
    <Stack>
      <Text size="sm">{text('deleteScheduleLead')}</Text>
      <ErrorAlert error={remove.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id })}>
          {general('remove')}
        </Button>
      </Group>
    </Stack>
  )
}
