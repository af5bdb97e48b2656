import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { LanguageMenu } from '../app/header-menus.js'
import { ThemeButton } from '../app/theme-button.js'

interface SignInFrameProps {
  title: string
  lead: string
  children: ReactNode
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  useEffect(() => {
    document.title = `${title} · Drama`
  }, [title])
  return (
    <Box mih="100dvh" component="main">
      <Group justify="flex-end" p="md" gap="xs">
        <LanguageMenu />
        <ThemeButton />
      </Group>
      <Center px="md" pb="xl" mih="70dvh">
        <Paper withBorder p="xl" w="100%" maw={420}>
          <Stack gap="lg">
            <Stack gap={4}>
              <Text fw={700} c="light-dark(var(--mantine-color-drama-7), var(--mantine-color-drama-3))">
                Drama
              </Text>
              <Title order={1} size="h2">
                {title}
              </Title>
              <Text c="dimmed">{lead}</Text>
            </Stack>
            {children}
          </Stack>
        </Paper>
      </Center>
    </Box>
  )
}
