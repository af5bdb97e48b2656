import { Code, Text } from '@mantine/core'

interface RawDetailProps {
  title: string
  /** As the server wrote it, in English. */
  value: string
}

/** Collapsed, because only who looks for the cause needs it. */
export const RawDetail = ({ title, value }: RawDetailProps) => (
  <details>
    <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
      {title}
    </Text>
    <Code
      block
      tabIndex={0}
      role="group"
      aria-label={title}
      mah={240}
      lang="en"
      style={{ whiteSpace: 'pre-wrap', overflow: 'auto', overflowWrap: 'anywhere' }}
    >
      {value}
    </Code>
  </details>
)
