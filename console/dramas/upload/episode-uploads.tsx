import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import { useEffect, useRef } from 'react'
import { useActionList, useActionMutation, useActionQuery } from '../../api/use-action.js'
import { usePolling } from '../../api/use-polling.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { DropArea } from './drop-area.js'
import { IngestJobsTable } from './ingest-jobs-table.js'
import { IngestPanel } from './ingest-panel.js'
import { useUploadReasons } from './upload-reasons.js'
import { UploadRow } from './upload-row.js'
import { type IngestJob, isActive, listUploadRows, type UploadRowData } from './upload-rows.js'
import { isSending, type RefusedFile } from './uploader-files.js'
import { useUploader } from './use-uploader.js'

/** Upload of a drama's episodes, and what becomes of them. */
export function EpisodeUploads({ dramaId }: { dramaId: string }) {
  const text = useText('console-uploads')
  const { role } = useMember()
  const mayEdit = role === 'owner' || role === 'editor'
  const jobs = useActionList('/operator/ingest_list', { drama_id: dramaId })
  const [job = null] = jobs.items
  const isRunning = job !== null && isActive(job)
  usePolling(jobs.query.refetch, isRunning)
  return (
    <Stack gap="lg">
      {mayEdit && <UploadFiles dramaId={dramaId} job={job} isRunning={isRunning} />}
      {!mayEdit && job !== null && (
        <IngestPanel job={job} mayEdit={false} hasFailedFile={false} isFailedFileGone={false} />
      )}
      {jobs.items.length > 1 && (
        <Stack gap="sm">
          <Title order={2} size="h4">
            {text('pastJobs')}
          </Title>
          <IngestJobsTable label={text('pastJobs')} list={{ ...jobs, items: jobs.items.slice(1) }} />
        </Stack>
      )}
      <ErrorAlert error={jobs.items.length === 0 ? jobs.query.error : null} onRetry={() => void jobs.query.refetch()} />
    </Stack>
  )
}

interface UploadFilesProps {
  dramaId: string
  job: IngestJob | null
  isRunning: boolean
}

function UploadFiles({ dramaId, job, isRunning }: UploadFilesProps) {
  const text = useText('console-uploads')
  const { uploader, state, hasFailed, load } = useUploader(dramaId)
  const setup = useActionQuery('/operator/ingest_setup', {})
  const uploads = useActionList('/operator/upload_list', { drama_id: dramaId, page_size: 200 })
  usePolling(uploads.query.refetch, isRunning || state.files.some(isSending))
  // The server gives a file its number, and has it done, at these moments.
  const moments = state.files.map(({ uploadId, isDone }) => `${uploadId} ${isDone}`).join()
  useRefetch(uploads.query.refetch, `${moments} ${job?.id} ${job?.state}`)
  const rows = listUploadRows(state.files, uploads.items, job)
  const {
    problem = null,
    max_bytes: maxBytes,
    video_extensions: videos,
    caption_extensions: captions
  } = setup.data ?? {}
  const hasFailedFile = uploads.items.some(({ id }) => id === job?.failed_upload_id)
  const extensions = [...(videos ?? []), ...(captions ?? [])]
  return (
    <>
      {problem !== null && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={text('cannotProcess')} role="alert">
          {text(`error_${problem}`)}
        </Alert>
      )}
      <ErrorAlert error={setup.data === undefined ? setup.error : null} onRetry={() => void setup.refetch()} />
      {hasFailed && (
        <Alert color="red" title={text('loadFailed')} role="alert">
          <Button size="xs" variant="default" onClick={load}>
            {text('retry')}
          </Button>
        </Alert>
      )}
      <DropArea
        extensions={extensions}
        maxBytes={maxBytes ?? 0}
        isReady={uploader !== null && maxBytes !== undefined}
        onFiles={files => uploader?.add(files, { maxBytes: maxBytes ?? 0, extensions })}
      />
      <RefusedFiles files={state.refused} onDismiss={() => uploader?.dismissRefused()} />
      <Stack gap="sm" component="section" aria-label={text('files')}>
        <Title order={2} size="h4">
          {text('files')}
        </Title>
        <ErrorAlert
          error={uploads.items.length === 0 ? uploads.query.error : null}
          onRetry={() => void uploads.query.refetch()}
        />
        {rows.length === 0 && !uploads.query.isPending && (
          <Text size="sm" c="dimmed">
            {text('noFiles')}
          </Text>
        )}
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {rows.map(row => (
            <UploadRow key={row.key} row={row} uploader={uploader} />
          ))}
        </Stack>
        {uploads.query.hasNextPage && <MoreButton query={uploads.query} />}
        {rows.length > 0 && !isRunning && (
          <StartJob dramaId={dramaId} job={job} rows={rows} hasProblem={problem !== null} />
        )}
      </Stack>
      {job !== null && (
        <IngestPanel
          job={job}
          mayEdit
          hasFailedFile={hasFailedFile}
          isFailedFileGone={
            job.failed_upload_id !== null &&
            !uploads.query.isPending &&
            uploads.query.error === null &&
            !uploads.query.hasNextPage &&
            !hasFailedFile
          }
        />
      )}
    </>
  )
}

function MoreButton({ query }: { query: { fetchNextPage(): unknown; isFetchingNextPage: boolean } }) {
  const general = useText('console')
  return (
    <Group>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {general('showMore')}
      </Button>
    </Group>
  )
}

function RefusedFiles({ files, onDismiss }: { files: readonly RefusedFile[]; onDismiss(): void }) {
  const text = useText('console-uploads')
  const general = useText('console')
  if (files.length === 0) return null
  return (
    <Alert
      color="orange"
      title={text('refused')}
      role="alert"
      withCloseButton
      closeButtonLabel={general('close')}
      onClose={onDismiss}
    >
      <List size="sm">
        {files.map(({ name, error }) => (
          <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>: {text(`error_${error}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface StartJobProps {
  dramaId: string
  /** The newest one, which does not run. */
  job: IngestJob | null
  rows: readonly UploadRowData[]
  hasProblem: boolean
}

function StartJob({ dramaId, job, rows, hasProblem }: StartJobProps) {
  const text = useText('console-uploads')
  const toErrorText = useErrorText(useUploadReasons())
  const changes = ['/operator/ingest_list', '/operator/upload_list', '/operator/attention'] as const
  const start = useActionMutation('/operator/ingest_start', { changes })
  const retry = useActionMutation('/operator/ingest_retry', { changes })
  const error = start.error ?? retry.error
  // Files that failed are processed by the same job, so that nothing that has failed is left behind.
  const isRetry = job !== null && (job.state === 'failed' || job.state === 'cancelled')
  const complete = rows.filter(({ upload }) => upload?.state === 'uploaded')
  const ready = complete.filter(({ upload }) => upload?.episode_no != null).length
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {text('processLead')}
      </Text>
      {complete.length > ready && (
        <Text size="sm" fw={600}>
          {text('withoutNumber', { count: complete.length - ready })}
        </Text>
      )}
      <Group>
        <Button
          disabled={ready === 0 || hasProblem}
          loading={start.isPending || retry.isPending}
          onClick={() => (isRetry ? retry.mutate({ id: job.id }) : start.mutate({ drama_id: dramaId }))}
        >
          {text('process', { count: ready })}
        </Button>
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toErrorText(error)}
        </Text>
      )}
    </Stack>
  )
}

/** Reads again whenever `moment` is another one. */
function useRefetch(refetch: () => unknown, moment: string): void {
  const seen = useRef(moment)
  useEffect(() => {
    if (seen.current === moment) return
    seen.current = moment
    void refetch()
  }, [refetch, moment])
}
