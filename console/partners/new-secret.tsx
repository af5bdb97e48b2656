import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'

interface NewSecretProps {
  id: string
  secret: string
  done: string
  onClose(): void
}

/** The server shows the secret only once. */
export function NewSecret({ id, secret, done, onClose }: NewSecretProps) {
  const text = useText('console-partners')
  return (
    <Stack>
      <Text size="sm">{text('secretOnce')}</Text>
      <TextInput label={text('keyId')} value={id} readOnly rightSection={<CopyAction value={id} />} />
      <TextInput
        label={text('secret')}
        value={secret}
        readOnly
        data-autofocus
        onFocus={event => event.currentTarget.select()}
        rightSection={<CopyAction value={secret} />}
      />
      <Button onClick={onClose}>{done}</Button>
    </Stack>
  )
}
