import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useText } from '../i18n/use-text.js'
import { Dialog } from './dialog.js'

/** Asks before what is typed is lost to another page. `isBlocking` is asked when the page is about to be left. */
export function LeaveDialog({ isBlocking }: { isBlocking(): boolean }) {
  const text = useText('console')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isBlocking() && current.pathname !== next.pathname,
    enableBeforeUnload: isBlocking,
    withResolver: true
  })
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={text('leaveTitle')}>
      <Stack>
        <Text size="sm">{text('leaveLead')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {text('stay')}
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            {text('leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
