import { Alert, Divider, Group, Kbd, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { PictureThumb } from './picture-thumb.js'
import type { NearSubmission, Submission } from './submission.js'

interface NearPicturesProps {
  submission: Submission
  isPlain: boolean
  sameFileViewers: number
  compared: NearSubmission | null
  onCompare: ((near: NearSubmission | null) => void) | undefined
}

/** As the server's limit of pictures that count as the same one, of 1600 bits. */
const MAX_SAME_BITS = 42

export const toLikenessKey = ({ distance_bits: bits }: NearSubmission) =>
  bits <= MAX_SAME_BITS ? 'almostSame' : 'alike'

/** Similar pictures of anyone, with how much they differ. Without `onCompare` they are only shown. */
export function NearPictures({ submission, isPlain, sameFileViewers, compared, onCompare }: NearPicturesProps) {
  const text = useText('console-reviews')
  const near = useActionQuery('/operator/reward_near', { id: submission.id })
  const list = near.data?.list ?? []
  return (
    <Stack gap={6}>
      <Divider />
      <Group justify="space-between">
        <Text fw={600} size="sm" component="h2">
          {text('near')}
        </Text>
        {onCompare !== undefined && list.length > 0 && (
          <Kbd visibleFrom="sm" aria-hidden>
            D
          </Kbd>
        )}
      </Group>
      {sameFileViewers > 0 && <Alert color="orange">{text('sameFile', { count: sameFileViewers })}</Alert>}
      {near.error !== null && <ErrorAlert error={near.error} onRetry={() => void near.refetch()} />}
      {near.error === null && list.length === 0 && (
        <Text size="sm" c="dimmed">
          {text(near.isPending ? 'nearLoading' : isPlain ? 'nearPlain' : 'noNear')}
        </Text>
      )}
      <Group gap={6} align="stretch">
        {list.map(one => {
          const isCompared = compared?.id === one.id
          const content = (
            <Stack gap={4} w={84} p={4}>
              <PictureThumb id={one.id} hasImage={one.has_image} width={76} />
              <Text size="xs" fw={600} title={text('distance', { count: one.distance_bits })}>
                {text(toLikenessKey(one))}
              </Text>
              <Text size="xs" c="dimmed">
                {text(one.is_same_viewer ? 'sameViewer' : 'otherViewer')} · {text(`status_${one.status}`)}
              </Text>
            </Stack>
          )
          if (onCompare === undefined) return <div key={one.id}>{content}</div>
          return (
            <UnstyledButton
              key={one.id}
              aria-pressed={isCompared}
              onClick={() => onCompare(isCompared ? null : one)}
              style={{
                borderRadius: 'var(--mantine-radius-md)',
                outline: isCompared ? '2px solid var(--mantine-primary-color-filled)' : undefined
              }}
            >
              <VisuallyHidden>{text('compare')}</VisuallyHidden>
              {content}
            </UnstyledButton>
          )
        })}
      </Group>
    </Stack>
  )
}
