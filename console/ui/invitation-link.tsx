import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from './copy-action.js'
import { useKeepDialogOpen } from './keep-dialog-open.js'

interface InvitationLinkProps {
  link: string
  expires_at: string
  onClose(): void
}

/** The server shows the link only once. */
export function InvitationLink({ link, expires_at, onClose }: InvitationLinkProps) {
  const text = useText('console-access')
  const general = useText('console')
  const { dateTime } = useFormats()
  useKeepDialogOpen()
  return (
    <Stack>
      <Text size="sm">{text('linkOnce', { time: dateTime(expires_at) })}</Text>
      <TextInput
        label={text('link')}
        value={link}
        readOnly
        data-autofocus
        onFocus={event => event.currentTarget.select()}
        rightSection={<CopyAction value={link} />}
      />
      <Button onClick={onClose}>{general('done')}</Button>
    </Stack>
  )
}
