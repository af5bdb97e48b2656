import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'

/** Ends the partner for good, so the name has to be typed. */
export function EndAccess({ partner: { id, name } }: { partner: { id: string; name: string } }) {
  const text = useText('console-partners')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text('endAccess')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text('endAccess')}>
        <EndAccessForm id={id} name={name} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function EndAccessForm({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const text = useText('console-partners')
  const general = useText('console')
  const [typed, setTyped] = useState('')
  const revoke = useActionMutation('/operator/partner_revoke', {
    changes: ['/operator/partner_show', '/operator/partner_list'],
    onSuccess: onClose
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        revoke.mutate({ id })
      }}
    >
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text('endAccessLead', { name })}
        </Text>
        <TextInput
          label={text('endAccessConfirm', { name })}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <ErrorAlert error={revoke.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general('cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={typed.trim() !== name} loading={revoke.isPending}>
            {text('endAccess')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
