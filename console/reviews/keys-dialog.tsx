import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'

const rows = [
  { keys: ['A'], label: 'keyApprove' },
  { keys: ['R', '1, 2 …'], label: 'keyReject' },
  { keys: ['N'], label: 'keyNote' },
  { keys: ['J', '→'], label: 'keySkip' },
  { keys: ['U'], label: 'keyUndo' },
  { keys: ['Z'], label: 'keyZoom' },
  { keys: ['+', '−'], label: 'keyZoomSteps' },
  { keys: ['D'], label: 'keyCompare' },
  { keys: ['?'], label: 'keyHelp' }
] as const

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const text = useText('console-reviews')
  return (
    <Dialog opened={isOpen} onClose={onClose} title={text('keys')} size="md">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {text('keysLead')}
        </Text>
        {rows.map(({ keys, label }) => (
          <Group key={label} wrap="nowrap" align="flex-start">
            <Group gap={4} w={96} wrap="nowrap" style={{ flexShrink: 0 }}>
              {keys.map(key => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
            <Text size="sm">{text(label)}</Text>
          </Group>
        ))}
      </Stack>
    </Dialog>
  )
}
