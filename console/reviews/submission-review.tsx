import { ActionIcon, Box, Button, Flex, Kbd, Paper, Stack } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconPlayerTrackNext from '@tabler/icons-react/icons/IconPlayerTrackNext'
import IconX from '@tabler/icons-react/icons/IconX'
import IconZoomIn from '@tabler/icons-react/icons/IconZoomIn'
import IconZoomOut from '@tabler/icons-react/icons/IconZoomOut'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendQuery } from '../api/send-action.js'
import { useText } from '../i18n/use-text.js'
import { useWasIdle } from '../ui/when-idle.js'
import { RejectDialog } from './reject-dialog.js'
import type { NearSubmission, Submission } from './submission.js'
import { SubmissionPanel } from './submission-panel.js'
import { SubmissionView } from './submission-view.js'
import { TOOL_WIDTH } from './tool-width.js'
import { UndoButton } from './undo-button.js'
import { useQueueKeys } from './use-queue-keys.js'
import type { ReviewQueue } from './use-review-queue.js'
import { clampZoom } from './zoom-picture.js'

const ZOOM_STEP = 1.5
const LARGE_ZOOM = 2
/** With the one that is shown. */
const MAX_LOADED = 4
const PICTURE_HEIGHT = { base: '54dvh', md: 'max(400px, calc(100dvh - 284px))' }
const PANEL_HEIGHT = { md: 'max(466px, calc(100dvh - 218px))' }

interface SubmissionReviewProps {
  queue: ReviewQueue
  /** A dialog has the keys. */
  isBlocked: boolean
  onKeys(): void
}

interface View {
  id: string
  zoom: number
  compared: NearSubmission | null
}

/** The first submission of the queue, with all that a reviewer needs to decide. */
export function SubmissionReview({ queue, isBlocked, onKeys }: SubmissionReviewProps) {
  const { submissions } = queue.state
  const [submission] = submissions
  if (submission === undefined) return null
  return <ShownSubmission submission={submission} queue={queue} isBlocked={isBlocked} onKeys={onKeys} />
}

function ShownSubmission({ submission, queue, isBlocked, onKeys }: SubmissionReviewProps & { submission: Submission }) {
  const text = useText('console-reviews')
  const [isRejecting, setIsRejecting] = useState(false)
  const [stored, setStored] = useState<View | null>(null)
  const notes = useRef(new Map<string, string>())
  const loaded = queue.state.submissions.slice(0, useWasIdle() ? MAX_LOADED : 1)
  const { id } = submission
  const view = stored?.id === id ? stored : { id, zoom: 1, compared: null }
  const setZoom = (zoom: number) => setStored({ ...view, zoom: clampZoom(zoom) })
  const compare = (compared: NearSubmission | null) => setStored({ id, zoom: 1, compared })
  const compareNext = useNextCompared(id, view.compared, compare)
  usePreloadedDetails(loaded)
  const approve = () => queue.decide(submission, { ok: true })
  const skip = () => queue.skip(submission)
  const toggleZoom = () => setZoom(view.zoom > 1 ? 1 : LARGE_ZOOM)
  useQueueKeys(
    isBlocked || isRejecting
      ? {}
      : {
          a: approve,
          r: () => setIsRejecting(true),
          j: skip,
          ArrowRight: skip,
          z: toggleZoom,
          '+': () => setZoom(view.zoom * ZOOM_STEP),
          'shift++': () => setZoom(view.zoom * ZOOM_STEP),
          '-': () => setZoom(view.zoom / ZOOM_STEP),
          d: compareNext,
          u: queue.undo,
          '?': onKeys,
          'shift+?': onKeys
        }
  )
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="md" align="stretch">
      <Stack gap="sm" style={{ flex: 1, minWidth: 0 }}>
        <Paper withBorder p="xs" h={PICTURE_HEIGHT} pos="relative" style={{ display: 'flex' }}>
          {loaded.map(one => {
            const isShown = one.id === id
            return (
              <Box key={one.id} style={{ display: isShown ? 'flex' : 'none', flex: 1, minWidth: 0 }}>
                <SubmissionView
                  submission={one}
                  zoom={isShown ? view.zoom : 1}
                  onZoom={setZoom}
                  compared={isShown ? view.compared : null}
                />
              </Box>
            )
          })}
          {submission.has_image && <ZoomButtons zoom={view.zoom} onZoom={setZoom} />}
        </Paper>
        <Toolbar queue={queue} onApprove={approve} onReject={() => setIsRejecting(true)} onSkip={skip} />
      </Stack>
      <Paper
        withBorder
        p="md"
        w={{ base: '100%', md: 360, xl: 420 }}
        mah={PANEL_HEIGHT}
        style={{ overflow: 'auto', flexShrink: 0 }}
        tabIndex={0}
        role="region"
        aria-label={text('submission')}
      >
        <SubmissionPanel key={id} submission={submission} compared={view.compared} onCompare={compare} />
      </Paper>
      <RejectDialog
        channel={submission.channel}
        isOpen={isRejecting}
        initialNote={notes.current.get(id) ?? ''}
        onClose={() => setIsRejecting(false)}
        onReject={(reason, note) => {
          setIsRejecting(false)
          notes.current.set(id, note)
          queue.decide(submission, { ok: false, reason, note })
        }}
      />
    </Flex>
  )
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const text = useText('console-reviews')
  return (
    <Stack gap={4} pos="absolute" top={8} right={8}>
      <ActionIcon variant="default" size="lg" aria-label={text('zoomIn')} onClick={() => onZoom(zoom * ZOOM_STEP)}>
        <IconZoomIn size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={text('zoomOut')}
        disabled={zoom <= 1}
        onClick={() => onZoom(zoom / ZOOM_STEP)}
      >
        <IconZoomOut size={18} />
      </ActionIcon>
    </Stack>
  )
}

interface ToolbarProps {
  queue: ReviewQueue
  onApprove(): void
  onReject(): void
  onSkip(): void
}

function Toolbar({ queue: { state, undo }, onApprove, onReject, onSkip }: ToolbarProps) {
  const text = useText('console-reviews')
  const approveButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) approveButton.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Paper withBorder p="xs" pos="sticky" bottom={8} style={{ zIndex: 2 }}>
      <Flex gap="xs" wrap={{ base: 'wrap', sm: 'nowrap' }}>
        <Button
          ref={approveButton}
          color="teal.9"
          flex={TOOL_WIDTH}
          px={{ base: 'xs', sm: 'md' }}
          leftSection={<IconCheck size={18} aria-hidden />}
          rightSection={
            <Kbd visibleFrom="sm" aria-hidden>
              A
            </Kbd>
          }
          onClick={onApprove}
        >
          {text('approve')}
        </Button>
        <Button
          color="red.9"
          flex={TOOL_WIDTH}
          px={{ base: 'xs', sm: 'md' }}
          leftSection={<IconX size={18} aria-hidden />}
          rightSection={
            <Kbd visibleFrom="sm" aria-hidden>
              R
            </Kbd>
          }
          onClick={onReject}
        >
          {text('reject')}
        </Button>
        <Button
          variant="default"
          flex={TOOL_WIDTH}
          leftSection={<IconPlayerTrackNext size={18} aria-hidden />}
          px={{ base: 'xs', sm: 'md' }}
          rightSection={
            <Kbd visibleFrom="sm" aria-hidden>
              J
            </Kbd>
          }
          onClick={onSkip}
        >
          {text('skip')}
        </Button>
        <UndoButton decision={state.decisions.at(-1)} onUndo={undo} />
      </Flex>
    </Paper>
  )
}

/** Goes through the similar pictures that are loaded, and back to none. */
function useNextCompared(id: string, compared: NearSubmission | null, compare: (near: NearSubmission | null) => void) {
  const client = useQueryClient()
  return () => {
    const near = client.getQueryData<{ list: NearSubmission[] }>(['/operator/reward_near', { id }])?.list ?? []
    const at = near.findIndex(one => one.id === compared?.id)
    compare(near[at + 1] ?? null)
  }
}

/** So that the next one is whole as soon as it is shown. */
function usePreloadedDetails(submissions: readonly Submission[]): void {
  const client = useQueryClient()
  const ids = submissions.map(({ id }) => id).join()
  useEffect(() => {
    for (const id of ids.split(',')) {
      for (const path of ['/operator/reward_show', '/operator/reward_near'] as const) {
        void client.prefetchQuery({
          queryKey: [path, { id }],
          queryFn: ({ signal }) => sendQuery(path, { id }, signal)
        })
      }
    }
  }, [client, ids])
}
