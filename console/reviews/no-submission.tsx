import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { PageLoader } from '../ui/page-loader.js'
import { UndoButton } from './undo-button.js'
import { useQueueKeys } from './use-queue-keys.js'
import type { ReviewQueue } from './use-review-queue.js'

/** In place of a submission: the first is loading, failed, or none is left. */
export function NoSubmission({ queue }: { queue: ReviewQueue }) {
  const { state, error, undo } = queue
  useQueueKeys({ u: undo })
  if (error !== null) return <ErrorAlert error={error} onRetry={queue.retry} />
  if (!state.isLoaded) return <PageLoader />
  return (
    <Paper withBorder p="xl">
      <Center mih={240}>
        <Stack align="center" gap="sm">
          <EmptyText queue={queue} />
          {state.decisions.length > 0 && <UndoButton decision={state.decisions.at(-1)} onUndo={undo} />}
        </Stack>
      </Center>
    </Paper>
  )
}

function EmptyText({ queue: { state, channel, showSkipped } }: { queue: ReviewQueue }) {
  const text = useText('console-reviews')
  const skipped = state.skippedIds.length
  const waiting = state.waiting
    .filter(one => channel === null || one.channel === channel)
    .reduce((sum, { count }) => sum + count, 0)
  if (skipped > 0) {
    return (
      <>
        <Heading>{text('skippedTitle', { count: skipped })}</Heading>
        <Text c="dimmed" ta="center">
          {text('skippedLead')}
        </Text>
        <Button variant="default" onClick={showSkipped}>
          {text('showSkipped')}
        </Button>
      </>
    )
  }
  const count = waiting
  return (
    <>
      <Heading>{text(count > 0 ? 'othersTitle' : 'emptyTitle')}</Heading>
      <Text c="dimmed" ta="center">
        {count > 0 ? text('othersLead', { count }) : text('emptyLead')}
      </Text>
    </>
  )
}

/** Takes the focus of the buttons that are gone. */
function Heading({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus()
  }, [])
  return (
    <Title order={2} size="h3" ta="center" ref={ref} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  )
}
