import { Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useText } from '../i18n/use-text.js'

const TICK_MS = 5_000
/** A rate of fewer seconds says nothing. */
const MIN_ELAPSED_MS = 15_000

/** How many this reviewer has decided since the page was opened, and how fast. */
export function ReviewProgress({ reviewed }: { reviewed: number }) {
  const text = useText('console-reviews')
  const [openedAt] = useState(() => Date.now())
  const [now, setNow] = useState(openedAt)
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true })
  const elapsedMs = now - openedAt
  const rate = Math.round((reviewed / (elapsedMs / 60_000)) * 10) / 10
  return (
    <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {text('reviewedCount', { count: reviewed })}
      {reviewed > 0 && elapsedMs >= MIN_ELAPSED_MS && ` · ${text('perMinute', { count: rate })}`}
    </Text>
  )
}
