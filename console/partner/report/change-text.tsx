import { Text } from '@mantine/core'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'

// The light shades have a contrast of 4.5 on white, the dark ones on the dark background.
const BETTER = 'light-dark(#1f6f32, var(--mantine-color-green-4))'
const WORSE = 'light-dark(#b3261e, var(--mantine-color-red-4))'

interface ChangeTextProps {
  now: number
  /** Null without a compared period. */
  before: number | null
  /** Whether more is worse. */
  isLoss?: boolean
}

/** By how much a number has changed, in words for screen readers. */
export function ChangeText({ now, before, isLoss = false }: ChangeTextProps) {
  const text = useText('console-partner')
  const { change } = useFormats()
  if (before === null || (now === 0 && before === 0)) return null
  if (now === before) return <ChangeLine color="dimmed">{change(0)}</ChangeLine>
  if (before === 0) return <ChangeLine color="dimmed">{text('isNew')}</ChangeLine>
  const isBetter = now > before !== isLoss
  return <ChangeLine color={isBetter ? BETTER : WORSE}>{change(now / before - 1)}</ChangeLine>
}

const ChangeLine = ({ color, children }: { color: string; children: string }) => (
  <Text span size="xs" c={color} style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
)
