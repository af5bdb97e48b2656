import { Anchor, Center, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { toLikenessKey } from './near-pictures.js'
import { StatusBadge } from './status-badge.js'
import { type NearSubmission, type Submission, toPictureAddress } from './submission.js'
import { ZoomPicture } from './zoom-picture.js'

interface SubmissionViewProps {
  submission: Submission
  /** Laid beside it. */
  compared?: NearSubmission | null
  zoom: number
  onZoom(zoom: number): void
}

/** The picture or the Telegram id, as large as its place. */
export function SubmissionView({ submission, compared = null, zoom, onZoom }: SubmissionViewProps) {
  const text = useText('console-reviews')
  if (submission.telegram_id !== null) return <TelegramId submissionId={submission.id} id={submission.telegram_id} />
  if (!submission.has_image) return <Notice>{text('pictureDeleted')}</Notice>
  const picture = (id: string, caption: ReactNode) => (
    <ZoomPicture
      key={id}
      src={toPictureAddress(id)}
      alt={text('pictureOf')}
      zoom={zoom}
      onZoom={onZoom}
      caption={caption}
    />
  )
  const caption = (
    <Text size="sm" fw={600}>
      {text('thisOne')}
    </Text>
  )
  return (
    <Group gap="md" wrap="nowrap" align="stretch" style={{ flex: 1, minWidth: 0, minHeight: 0 }}>
      {picture(submission.id, compared === null ? null : caption)}
      {compared?.has_image && picture(compared.id, <ComparedCaption compared={compared} />)}
      {compared?.has_image === false && (
        <Stack style={{ flex: 1 }} gap="xs">
          <ComparedCaption compared={compared} />
          <Notice>{text('pictureDeleted')}</Notice>
        </Stack>
      )}
    </Group>
  )
}

function ComparedCaption({ compared }: { compared: NearSubmission }) {
  const text = useText('console-reviews')
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" fw={600} truncate title={text('distance', { count: compared.distance_bits })}>
        {text(toLikenessKey(compared))}
      </Text>
      <Text size="sm" truncate>
        {text(compared.is_same_viewer ? 'sameViewer' : 'otherViewer')}
      </Text>
      <StatusBadge status={compared.status} />
    </Group>
  )
}

const Notice = ({ children }: { children: string }) => (
  <Center style={{ flex: 1 }}>
    <Text c="dimmed">{children}</Text>
  </Center>
)

function TelegramId({ submissionId, id }: { submissionId: string; id: string }) {
  const text = useText('console-reviews')
  const details = useActionQuery('/operator/reward_show', { id: submissionId })
  const channelUrl = details.data?.telegram_channel_url ?? null
  return (
    <Center style={{ flex: 1 }} p="md">
      <Stack align="center" gap="sm">
        <Text fz={{ base: 28, sm: 44 }} fw={700} ta="center" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
        <Text c="dimmed" ta="center">
          {channelUrl === null ? text('telegramHint') : text('telegramHintFor', { channel: toChannelName(channelUrl) })}
        </Text>
        {channelUrl !== null && (
          <Anchor href={channelUrl} target="_blank" rel="noopener noreferrer">
            {text('openChannel')}
          </Anchor>
        )}
        {id.startsWith('@') && (
          <Anchor href={`https://t.me/${encodeURIComponent(id.slice(1))}`} target="_blank" rel="noopener noreferrer">
            {text('openTelegram')}
          </Anchor>
        )}
      </Stack>
    </Center>
  )
}

/** `@name` of a public channel; the address of another. */
const toChannelName = (url: string) => url.replace(/^https:\/\/(www\.)?/, '').replace(/^t\.me\/(\w+)\/?$/, '@$1')
