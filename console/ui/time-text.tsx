import { Text } from '@mantine/core'
import { useFormats } from '../i18n/formats.js'

/** How long ago, with the exact time on hover and for screen readers. */
export function TimeText({ instant, empty = '—' }: { instant: string | null; empty?: string }) {
  const { dateTime, relative } = useFormats()
  if (instant === null) return <>{empty}</>
  return (
    <Text component="time" inherit dateTime={instant} title={dateTime(instant)} style={{ whiteSpace: 'nowrap' }}>
      {relative(instant)}
    </Text>
  )
}
