import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function NamedValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={2} miw={0}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Stack>
  )
}
