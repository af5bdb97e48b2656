import { Button, Stack, Text, TextInput } from '@mantine/core'
import { CopyAction } from './copy-action.js'
import { useKeepDialogOpen } from './keep-dialog-open.js'

interface NewSecretProps {
  id: string
  secret: string
  labels: { lead: string; id: string; secret: string; done: string }
  onClose(): void
}

/** The server shows the secret only once. */
export function NewSecret({ id, secret, labels, onClose }: NewSecretProps) {
  useKeepDialogOpen()
  return (
    <Stack>
      <Text size="sm">{labels.lead}</Text>
      <TextInput label={labels.id} value={id} readOnly rightSection={<CopyAction value={id} />} />
      <TextInput
        label={labels.secret}
        value={secret}
        readOnly
        data-autofocus
        onFocus={event => event.currentTarget.select()}
        rightSection={<CopyAction value={secret} />}
      />
      <Button onClick={onClose}>{labels.done}</Button>
    </Stack>
  )
}
