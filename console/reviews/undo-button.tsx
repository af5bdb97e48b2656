import { Box, Button, Kbd, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'
import type { MadeDecision } from './queue-state.js'
import { UNDO_MS } from './use-review-queue.js'

const TICK_MS = 250

interface UndoButtonProps {
  /** The last one. */
  decision: MadeDecision | undefined
  onUndo(): void
}

/** Counts down the seconds in which the last decision can be taken back. */
export function UndoButton({ decision, onUndo }: UndoButtonProps) {
  const text = useText('console-reviews')
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true })
  const leftMs = decision === undefined ? 0 : Math.min(UNDO_MS, UNDO_MS - (now - decision.at))
  const seconds = Math.ceil(leftMs / 1000)
  return (
    <Button
      variant="default"
      disabled={leftMs <= 0}
      px={{ base: 'xs', sm: 'md' }}
      rightSection={
        <Kbd visibleFrom="sm" aria-hidden>
          U
        </Kbd>
      }
      onClick={onUndo}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      <IconArrowBackUp size={18} aria-hidden />
      <Box component="span" ml="xs" visibleFrom="sm">
        {leftMs > 0 ? text('undoIn', { seconds }) : text('undo')}
      </Box>
      <VisuallyHidden hiddenFrom="sm">{text('undo')}</VisuallyHidden>
      {leftMs > 0 && (
        <Box component="span" ml={4} hiddenFrom="sm">
          {seconds}
        </Box>
      )}
    </Button>
  )
}
