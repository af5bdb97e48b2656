import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useText } from '../../i18n/use-text.js'
import { CopyAction } from '../../ui/copy-action.js'
import type { Variant } from './experiment.js'

export function PreviewLinks({ variants }: { variants: readonly Variant[] }) {
  const text = useText('console-experiments')
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {text('preview')}
        </Title>
        <Text size="sm" c="dimmed">
          {text('previewHint')}
        </Text>
        {variants.map(
          ({ no, name, preview_url: address }) =>
            address !== null && (
              <Group key={no} gap="xs">
                <Anchor size="sm" href={address} target="_blank" rel="noreferrer">
                  {text('previewOf', { name })}
                </Anchor>
                <CopyAction value={address} />
              </Group>
            )
        )}
      </Stack>
    </Paper>
  )
}
