import { Alert, Badge, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import { useState } from 'react'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { POLL_INTERVAL_MS } from '../../api/use-polling.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { findCause } from '../../ui/failure-text.js'
import { RawDetail } from '../../ui/raw-detail.js'
import { TimeText } from '../../ui/time-text.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { readIngestCause, readIngestStep, toShownNumbers } from './ingest-texts.js'
import { useUploadReasons } from './upload-reasons.js'
import { type IngestJob, isActive } from './upload-rows.js'

interface IngestPanelProps {
  job: IngestJob
  mayEdit: boolean
  /** Whether the file that the job failed on is still there. */
  hasFailedFile: boolean
  /** Whether it is known to be removed. */
  isFailedFileGone: boolean
}

/** The newest job of the drama. */
export function IngestPanel({ job, mayEdit, hasFailedFile, isFailedFileGone }: IngestPanelProps) {
  const text = useText('console-uploads')
  const { percent } = useFormats()
  const { state, episodes_done: done, episodes_total: total, current_file: currentFile } = job
  const share = state === 'done' ? 1 : total === 0 ? 0 : (done + job.percent / 100) / total
  return (
    <Paper withBorder p="md" component="section" aria-label={text('job')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {text('job')}
          </Title>
          <JobState state={state} />
        </Group>
        {isActive(job) && (
          <Progress value={share * 100} aria-label={text('job')} striped animated={state === 'running'} />
        )}
        {(state === 'running' || state === 'done') && total > 0 && (
          <Text size="sm">{text('episodesDone', { done, total })}</Text>
        )}
        {state === 'running' && currentFile !== null && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {text('currentFile', { name: currentFile, percent: percent(job.percent / 100) })}
          </Text>
        )}
        {state === 'done' && <Text size="sm">{text('jobDone')}</Text>}
        {state === 'cancelled' && <Text size="sm">{text('jobCancelled')}</Text>}
        {state === 'failed' &&
          (isFailedFileGone ? <Alert color="blue">{text('failedFileGone')}</Alert> : <JobFailure job={job} />)}
        <Text size="xs" c="dimmed">
          <bdi>{job.created_by}</bdi> · <TimeText instant={job.created_at} />
        </Text>
        {mayEdit && <JobButtons job={job} hasFailedFile={hasFailedFile} />}
        <JobLog job={job} />
      </Stack>
    </Paper>
  )
}

const stateColors: Record<IngestJob['state'], string> = {
  queued: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray'
}

export function JobState({ state }: Pick<IngestJob, 'state'>) {
  const text = useText('console-uploads')
  return (
    <Badge variant="dot" miw="max-content" color={stateColors[state]}>
      {text(`jobState_${state}`)}
    </Badge>
  )
}

function JobFailure({ job: { failure_kind: kind, failure } }: { job: IngestJob }) {
  const text = useText('console-uploads')
  const failures = useText('console-failures')
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={text(`failed_${kind ?? 'other'}`)} role="alert">
      <Stack gap="xs">
        {failure !== null && <FailureCause failure={failure} />}
        <Text size="sm">{text('nothingChanged')}</Text>
        {failure !== null && <RawDetail title={failures('detail')} value={failure} />}
      </Stack>
    </Alert>
  )
}

/** The file and what is wrong with it, in words. */
export function FailureCause({ failure }: { failure: string }) {
  const text = useText('console-uploads')
  const failures = useText('console-failures')
  const cause = readIngestCause(failure)
  const known = findCause(failure)
  const { number } = useFormats()
  if (cause === null && known === null) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} title={failure}>
      {cause !== null
        ? text(cause.key, toShownNumbers(cause.parameters, number))
        : known !== null && failures(known.key)}
    </Text>
  )
}

function JobButtons({ job, hasFailedFile }: { job: IngestJob; hasFailedFile: boolean }) {
  const text = useText('console-uploads')
  const toErrorText = useErrorText(useUploadReasons())
  const changes = ['/operator/ingest_list', '/operator/upload_list', '/operator/attention'] as const
  const cancel = useActionMutation('/operator/ingest_cancel', { changes })
  const remove = useActionMutation('/operator/upload_remove', { changes })
  const error = cancel.error ?? remove.error
  const { id, state, failed_upload_id: failedId } = job
  if (state === 'done' || state === 'cancelled') return null
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {state === 'failed' && failedId !== null && hasFailedFile && (
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: failedId })}
          >
            {text('removeFile')}
          </Button>
        )}
        {isActive(job) && (
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            disabled={cancel.isSuccess}
            onClick={() => cancel.mutate({ id })}
          >
            {text(cancel.isSuccess ? 'cancelling' : 'cancelJob')}
          </Button>
        )}
        {state === 'failed' && (
          <Button size="xs" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {text('dismiss')}
          </Button>
        )}
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toErrorText(error)}
        </Text>
      )}
    </Stack>
  )
}

function JobLog({ job }: { job: IngestJob }) {
  const text = useText('console-uploads')
  const [isOpen, setOpen] = useState(false)
  const shown = useActionQuery(
    '/operator/ingest_show',
    { id: job.id },
    { isEnabled: isOpen, ...(isActive(job) && { refetchIntervalMs: POLL_INTERVAL_MS }) }
  )
  const lines = shown.data?.job.log ?? []
  return (
    <Stack gap="xs">
      <Group>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text(isOpen ? 'hideLog' : 'showLog')}
        </Button>
      </Group>
      {isOpen && (
        <>
          <ErrorAlert error={shown.data === undefined ? shown.error : null} onRetry={() => void shown.refetch()} />
          {shown.data !== undefined && <LogLines lines={lines} />}
        </>
      )}
    </Stack>
  )
}

/** The steps in words. What ffmpeg wrote is among the lines of the program only. */
function LogLines({ lines }: { lines: readonly string[] }) {
  const text = useText('console-uploads')
  const { number } = useFormats()
  const steps = lines.map(readIngestStep).filter(step => step !== null)
  return (
    <>
      <Stack
        gap={2}
        role="log"
        tabIndex={0}
        aria-label={text('log')}
        mah={240}
        style={{ overflow: 'auto', overflowWrap: 'anywhere' }}
      >
        {steps.map(({ key, parameters }) => (
          <Text key={`${key} ${Object.values(parameters).join(' ')}`} size="sm">
            {text(key, toShownNumbers(parameters, number))}
          </Text>
        ))}
        {steps.length === 0 && <Text size="sm">{text('noLog')}</Text>}
      </Stack>
      {lines.length > 0 && <RawDetail title={text('rawLog')} value={lines.join('\n')} />}
    </>
  )
}
