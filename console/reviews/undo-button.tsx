import { Button, Kbd } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'
import type { MadeDecision } from './queue-state.js'
import { TOOL_WIDTH } from './tool-width.js'
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
      flex={TOOL_WIDTH}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      px={{ base: 'xs', sm: 'md' }}
      rightSection={
        <Kbd visibleFrom="sm" aria-hidden>
          U
        </Kbd>
      }
      onClick={onUndo}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {leftMs > 0 ? text('undoIn', { seconds }) : text('undo')}
    </Button>
  )
}
