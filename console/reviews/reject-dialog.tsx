import { Button, Kbd, Stack, Text, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { type RejectionReason, type RewardChannel, rejectionReasonsOf } from './submission.js'

const MAX_NOTE = 500

interface RejectDialogProps {
  channel: RewardChannel
  isOpen: boolean
  /** Of a rejection that came back. */
  initialNote: string
  onClose(): void
  onReject(reason: RejectionReason, note: string): void
}

/** Asks for the reason by its digit, and for a note. */
export function RejectDialog({ channel, isOpen, initialNote, onClose, onReject }: RejectDialogProps) {
  const text = useText('console-reviews')
  return (
    <Dialog opened={isOpen} onClose={onClose} title={text('rejectTitle')} size="md">
      {isOpen && <Reasons channel={channel} initialNote={initialNote} onReject={onReject} />}
    </Dialog>
  )
}

function Reasons({ channel, initialNote, onReject }: Pick<RejectDialogProps, 'channel' | 'initialNote' | 'onReject'>) {
  const text = useText('console-reviews')
  const [note, setNote] = useState(initialNote)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const rejectionReasons = rejectionReasonsOf[channel]
  const isTooLong = note.trim().length > MAX_NOTE
  const reject = (reason: RejectionReason) => {
    if (isTooLong) noteField.current?.focus()
    else onReject(reason, note)
  }
  useHotkeys([
    ...rejectionReasons.map((reason, index): [string, (event: KeyboardEvent) => void] => [
      String(index + 1),
      event => {
        if (!event.repeat) reject(reason)
      }
    ]),
    ['n', () => noteField.current?.focus()]
  ])
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {text('rejectLead')}
      </Text>
      {rejectionReasons.map((reason, index) => (
        <Button
          key={reason}
          ref={index === 0 ? first : null}
          {...(index === 0 && { 'data-autofocus': true })}
          variant="default"
          justify="flex-start"
          leftSection={<Kbd aria-hidden>{index + 1}</Kbd>}
          onClick={() => reject(reason)}
        >
          {text(`reason_${reason}`)}
        </Button>
      ))}
      <Textarea
        ref={noteField}
        label={text('note')}
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        error={isTooLong ? text('noteTooLong') : null}
        onChange={event => setNote(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          first.current?.focus()
        }}
      />
    </Stack>
  )
}
