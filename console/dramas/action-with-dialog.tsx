import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.js'

interface ActionWithDialogProps {
  /** Also names the button and the dialog. */
  title: string
  lead: string
  size?: 'md' | 'lg' | 'xl'
  renderDialog(onClose: () => void): ReactNode
}

/** An action that is explained here, and confirmed in a dialog. */
export function ActionWithDialog({ title, lead, size = 'md', renderDialog }: ActionWithDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Paper withBorder p="md">
      <Stack align="flex-start">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text size="sm">{lead}</Text>
        <Button color="red" variant="light" onClick={() => setOpen(true)}>
          {title}
        </Button>
      </Stack>
      <Dialog opened={isOpen} onClose={close} title={title} size={size}>
        {isOpen && renderDialog(close)}
      </Dialog>
    </Paper>
  )
}
