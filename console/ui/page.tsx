import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface PageProps {
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page: its title, also as the document's. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Drama`
  }, [title])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {lead !== undefined && <Text c="dimmed">{lead}</Text>}
        </Stack>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
