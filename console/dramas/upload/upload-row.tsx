import { ActionIcon, Badge, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause'
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay'
import IconTrash from '@tabler/icons-react/icons/IconTrash'
import { useActionMutation } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { EpisodeNumberField } from './episode-number-field.js'
import { useFileSize } from './file-size.js'
import { useUploadReasons } from './upload-reasons.js'
import type { UploadRowData } from './upload-rows.js'
import type { Uploader } from './uploader-files.js'

interface UploadRowProps {
  row: UploadRowData
  uploader: Uploader | null
}

const colors: Partial<Record<UploadRowData['state'], string>> = {
  error: 'var(--mantine-color-error)',
  failed: 'var(--mantine-color-error)'
}

export function UploadRow({ row, uploader }: UploadRowProps) {
  const text = useText('console-uploads')
  const toSize = useFileSize()
  const { name, size, sent, file, upload, state } = row
  const isComplete = upload?.state === 'uploaded' || file?.isDone === true
  return (
    <Paper withBorder p="sm" component="li">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Text>
            <Group gap="xs">
              <Text size="xs" c="dimmed">
                {toSize(size)}
              </Text>
              {upload?.lang != null && (
                <Badge size="sm" variant="light">
                  {text('captions', { lang: upload.lang })}
                </Badge>
              )}
            </Group>
          </Stack>
          <RowButtons row={row} uploader={uploader} />
        </Group>
        {!isComplete && (
          <Progress
            value={size === 0 ? 0 : (sent / size) * 100}
            aria-label={text('progressOf', { name })}
            color={state === 'error' ? 'red' : 'blue'}
          />
        )}
        <Group justify="space-between" align="flex-start" gap="xs">
          <RowState row={row} />
          {upload !== null && <EpisodeNumberField upload={upload} isDisabled={state === 'in_job'} />}
        </Group>
      </Stack>
    </Paper>
  )
}

function RowState({ row: { state, file, sent, size } }: { row: UploadRowData }) {
  const text = useText('console-uploads')
  const toSize = useFileSize()
  const { percent, duration } = useFormats()
  const speed = file?.bytesPerSecond ?? 0
  const share = percent(size === 0 ? 0 : sent / size)
  const sentence =
    state === 'error'
      ? text(`error_${file?.error ?? 'failed'}`)
      : text(`state_${state}`, {
          percent: share,
          speed: toSize(speed),
          left: duration(speed > 0 ? Math.max(1, (size - sent) / speed) : 0)
        })
  return (
    <Text size="sm" c={colors[state] ?? 'dimmed'} style={{ flex: '1 1 12rem' }}>
      {sentence}
    </Text>
  )
}

function RowButtons({ row: { name, file, upload, state }, uploader }: UploadRowProps) {
  const text = useText('console-uploads')
  const toErrorText = useErrorText(useUploadReasons())
  const remove = useActionMutation('/operator/upload_remove', { changes: ['/operator/upload_list'] })
  const uploadId = upload?.id ?? file?.uploadId ?? null
  const onRemove = () => {
    if (file !== null) uploader?.remove(file.id)
    if (uploadId !== null) remove.mutate({ id: uploadId })
  }
  const canPause = file !== null && !file.isDone && state !== 'error'
  return (
    <Stack gap={4} align="flex-end">
      <Group gap="xs" wrap="nowrap">
        {state === 'error' && file !== null && (
          <Button size="compact-sm" variant="default" onClick={() => uploader?.retry(file.id)}>
            {text('retryUpload')}
          </Button>
        )}
        {canPause && (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={text(file.isPaused ? 'resume' : 'pause', { name })}
            onClick={() => uploader?.togglePause(file.id)}
          >
            {file.isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
          </ActionIcon>
        )}
        {state !== 'in_job' && (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={text('remove', { name })}
            loading={remove.isPending}
            onClick={onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
      {remove.error !== null && remove.error.reason !== 'unknown_upload' && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {toErrorText(remove.error)}
        </Text>
      )}
    </Stack>
  )
}
