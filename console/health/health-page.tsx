import { Alert, Badge, Paper, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ActionResponse } from '../api/action-types.js'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { useTodayFormats } from '../today/today-formats.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { findCause } from '../ui/failure-text.js'
import { Page } from '../ui/page.js'
import { RawDetail } from '../ui/raw-detail.js'
import { TimeText } from '../ui/time-text.js'
import { useJobName } from './use-job-name.js'
import { useQueueName } from './use-queue-name.js'

type Health = ActionResponse<'/operator/health'>

const REFETCH_INTERVAL_MS = 10_000

export function HealthPage() {
  const text = useText('console-today')
  const general = useText('console')
  const health = useActionQuery('/operator/health', {}, { refetchIntervalMs: REFETCH_INTERVAL_MS })
  return (
    <Page title={general('health')} lead={text('healthLead')}>
      <ErrorAlert error={health.error} onRetry={() => void health.refetch()} />
      {health.data === undefined && health.isPending && <Skeleton height={320} />}
      {health.data !== undefined && <HealthDetails health={health.data} />}
    </Page>
  )
}

function HealthDetails({ health }: { health: Health }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ServerFacts health={health} />
        <DatabaseFacts health={health} />
        <StorageFacts health={health} />
        <ProviderFacts health={health} />
      </SimpleGrid>
      <Servers servers={health.servers} />
      <Queues queues={health.queues} />
      <Jobs jobs={health.jobs} />
    </Stack>
  )
}

function Facts({ title, rows }: { title: string; rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Table variant="vertical" layout="fixed" withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="42%" fw={500}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function StateBadge({ isGood, good, bad }: { isGood: boolean; good: string; bad: string }) {
  return (
    <Badge color={isGood ? 'green' : 'red'} variant="light">
      {isGood ? good : bad}
    </Badge>
  )
}

const serverColumns = columnsOf<Health['servers'][number]>()

function Servers({ servers }: { servers: Health['servers'] }) {
  const text = useText('console-today')
  const { number } = useFormats()
  const { bytes } = useTodayFormats()
  const columns = serverColumns.columns([
    serverColumns.accessor('host', {
      header: text('host'),
      cell: ({ row: { original } }) => `${original.host} (${original.pid})`
    }),
    serverColumns.display({
      id: 'state',
      header: text('state'),
      cell: ({ row: { original } }) => (
        <Badge color={original.is_missing ? 'red' : 'green'} variant="light" miw="max-content">
          {text(original.is_missing ? 'notSeen' : 'running')}
        </Badge>
      )
    }),
    serverColumns.accessor('version', {
      header: text('version'),
      cell: ({ row: { original } }) => (
        <Stack gap={4} align="flex-start">
          {original.version}
          {original.is_other_version && (
            <Badge color="orange" variant="light" miw="max-content">
              {text('otherVersion')}
            </Badge>
          )}
        </Stack>
      )
    }),
    serverColumns.accessor('started_at', {
      header: text('startedAt'),
      cell: ({ row }) => <TimeText instant={row.original.started_at} />
    }),
    serverColumns.accessor('seen_at', {
      header: text('lastSeen'),
      cell: ({ row }) => <TimeText instant={row.original.seen_at} />
    }),
    serverColumns.accessor('memory_bytes', {
      header: text('memory'),
      cell: ({ row }) => bytes(row.original.memory_bytes)
    }),
    serverColumns.accessor('database_waiting', {
      header: text('databaseWaiting'),
      cell: ({ row }) => number(row.original.database_waiting)
    }),
    serverColumns.accessor('failed_jobs', {
      header: text('failedJobs'),
      cell: ({ row }) => number(row.original.failed_jobs)
    })
  ])
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {text('servers')}
      </Title>
      <Text size="sm" c="dimmed">
        {text('serversLead')}
      </Text>
      {servers.some(server => server.is_other_version && !server.is_missing) && (
        <Alert color="orange">{text('versionsDiffer')}</Alert>
      )}
      <DataTable
        label={text('servers')}
        columns={columns}
        rows={servers}
        toKey={({ id }) => id}
        empty={text('noServers')}
        isSortable
        isDense
      />
    </Stack>
  )
}

function ServerFacts({ health: { server, clock } }: { health: Health }) {
  const text = useText('console-today')
  const { bytes } = useTodayFormats()
  return (
    <Facts
      title={text('server')}
      rows={[
        [text('version'), server.version],
        ['Node.js', server.node],
        [text('host'), `${server.host} (${server.pid})`],
        [text('startedAt'), <TimeText key="start" instant={server.started_at} />],
        [text('memory'), bytes(server.memory_bytes)],
        [
          text('clock'),
          <StateBadge key="clock" isGood={clock.is_trusted} good={text('clockTrusted')} bad={text('clockUntrusted')} />
        ]
      ]}
    />
  )
}

function DatabaseFacts({ health: { database, replicas } }: { health: Health }) {
  const text = useText('console-today')
  const { bytes } = useTodayFormats()
  const { number } = useFormats()
  const { connections } = database
  const kind = { pglite: 'PGlite', postgres: 'PostgreSQL' }[database.kind]
  return (
    <Facts
      title={text('database')}
      rows={[
        [text('kind'), `${kind} ${database.version ?? ''}`.trim()],
        [text('size'), database.bytes === null ? '—' : bytes(database.bytes)],
        [
          text('connections'),
          connections === null
            ? '—'
            : text('connectionCount', { used: connections.total - connections.idle, max: connections.max })
        ],
        [
          text('migration'),
          <Stack key="migration" gap={4} align="flex-start">
            {database.last_migration ?? '—'}
            {!database.has_all_migrations && (
              <Badge color="red" variant="light">
                {text('migrationsMissing')}
              </Badge>
            )}
          </Stack>
        ],
        [
          text('replicas'),
          replicas.configured === 0
            ? text('noReplicas')
            : text('replicaCount', { usable: number(replicas.usable), all: number(replicas.configured) })
        ]
      ]}
    />
  )
}

function StorageFacts({ health: { disk, media, backup, report_archive: archive } }: { health: Health }) {
  const text = useText('console-today')
  const { bytes } = useTodayFormats()
  return (
    <Facts
      title={text('storage')}
      rows={[
        [
          text('freeSpace'),
          <Stack key="disk" gap={4} align="flex-start">
            {disk.free_bytes === null ? '—' : bytes(disk.free_bytes)}
            {disk.is_low && (
              <Badge color="red" variant="light">
                {text('spaceLow')}
              </Badge>
            )}
          </Stack>
        ],
        [
          text(media.store === 'bucket' ? 'bucket' : 'mediaFolder'),
          <StateBadge key="media" isGood={media.is_reachable} good={text('reachable')} bad={text('unreachable')} />
        ],
        [text('lastBackup'), <BackupText key="backup" backup={backup} />],
        [
          text('archive'),
          archive.mode === 'off'
            ? text('off')
            : text('archiveFiles', { count: archive.files, size: bytes(archive.bytes) })
        ]
      ]}
    />
  )
}

function BackupText({ backup }: { backup: Health['backup'] }) {
  const text = useText('console-today')
  if (backup === null) return <Text size="sm">{text('noBackup')}</Text>
  return (
    <Stack gap={4} align="flex-start">
      <TimeText instant={backup.started_at} />
      {backup.is_done !== true && (
        <Badge color={backup.is_done === null ? 'gray' : 'red'} variant="light">
          {text(backup.is_done === null ? 'backupOpen' : 'backupFailed')}
        </Badge>
      )}
    </Stack>
  )
}

function ProviderFacts({ health: { providers } }: { health: Health }) {
  const text = useText('console-today')
  const toWord = (isOn: boolean) => text(isOn ? 'configured' : 'notConfigured')
  const mail = { smtp: 'SMTP', demo: text('demoMailbox'), none: text('notConfigured') }[providers.mail]
  return (
    <Facts
      title={text('providers')}
      rows={[
        [text('mail'), mail],
        [text('payments'), providers.payments.join(', ')],
        ['Telegram', toWord(providers.telegram)],
        [text('pictures'), toWord(providers.images)]
      ]}
    />
  )
}

type Queue = Health['queues'][number]
const queueColumns = columnsOf<Queue>()

function Queues({ queues }: { queues: readonly Queue[] }) {
  const text = useText('console-today')
  const toQueueName = useQueueName()
  const { number, duration } = useFormats()
  const columns = queueColumns.columns([
    queueColumns.accessor(({ name }) => toQueueName(name), { id: 'name', header: text('queue') }),
    queueColumns.accessor('depth', {
      header: text('waiting'),
      cell: ({ row: { original } }) => `${number(original.depth)}${original.is_cut ? '+' : ''}`
    }),
    queueColumns.accessor('overdue_s', {
      header: text('overdueFor'),
      cell: ({ row: { original } }) => (original.overdue_s === 0 ? '—' : duration(original.overdue_s))
    })
  ])
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {text('queues')}
      </Title>
      <DataTable
        label={text('queues')}
        columns={columns}
        rows={queues}
        toKey={({ name }) => name}
        empty=""
        isSortable
      />
    </Stack>
  )
}

type Job = Health['jobs'][number]
const jobColumns = columnsOf<Job>()

function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const text = useText('console-today')
  const { number } = useFormats()
  const { milliseconds } = useTodayFormats()
  const toJobName = useJobName()
  const columns = jobColumns.columns([
    jobColumns.accessor(({ name }) => toJobName(name) ?? name, {
      id: 'name',
      header: text('job'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">{toJobName(original.name)}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {original.name}
          </Text>
        </Stack>
      )
    }),
    jobColumns.display({
      id: 'last',
      header: text('lastRun'),
      cell: ({ row }) => <TimeText instant={row.original.last_run_at} />
    }),
    jobColumns.accessor(({ last_run_ms }) => last_run_ms ?? -1, {
      id: 'took',
      header: text('took'),
      cell: ({ row: { original } }) => (original.last_run_ms === null ? '—' : milliseconds(original.last_run_ms))
    }),
    jobColumns.accessor('failures', {
      header: text('failures'),
      cell: ({ row: { original } }) =>
        original.failures === 0 ? (
          '0'
        ) : (
          <Stack gap={2}>
            <Text size="sm" c="var(--mantine-color-error)" fw={600}>
              {number(original.failures)} · <TimeText instant={original.last_failure_at} />
            </Text>
            {original.last_failure !== null && <JobFailure failure={original.last_failure} />}
          </Stack>
        )
    })
  ])
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {text('jobs')}
      </Title>
      <Text size="sm" c="dimmed">
        {text('jobsLead')}
      </Text>
      <DataTable
        label={text('jobs')}
        columns={columns}
        rows={jobs}
        toKey={({ name }) => name}
        empty={text('noJobs')}
        isSortable
      />
    </Stack>
  )
}

function JobFailure({ failure }: { failure: string }) {
  const text = useText('console-failures')
  const cause = findCause(failure)
  return (
    <>
      <Text size="xs">{text(cause?.key ?? 'other')}</Text>
      <RawDetail title={text('detail')} value={failure} />
    </>
  )
}
