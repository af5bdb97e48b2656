import { Text } from '@mantine/core'
import { useFormats } from '../i18n/formats.js'

/** How long ago, with the exact time and its zone on hover and for screen readers. */
export function TimeText({ instant, empty = '—' }: { instant: string | null; empty?: string }) {
  const { zonedDateTime, relative } = useFormats()
  if (instant === null) return <>{empty}</>
  return (
    <Text component="time" inherit dateTime={instant} title={zonedDateTime(instant)} style={{ whiteSpace: 'nowrap' }}>
      {relative(instant)}
    </Text>
  )
}
