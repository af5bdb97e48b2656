import { Text } from '@mantine/core'
import { useText } from '../../i18n/use-text.js'
import { readCallResult } from '../../ui/failure-text.js'

/** What the receiver answered, or why it did not, in words. The text itself is its title. */
export function CallAnswer({ response }: { response: string | null }) {
  const text = useText('console-failures')
  if (response === null) return '—'
  const { key, parameters } = readCallResult(response)
  return (
    <Text size="sm" maw={260} title={response}>
      {text(key, parameters)}
    </Text>
  )
}
