import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { useViewerErrors } from './use-viewer-errors.js'

interface ReasonFormProps {
  children: ReactNode
  /** Text of the button. */
  action: string
  isDangerous?: boolean
  /** What has to be typed first. */
  confirmation?: string
  isPending: boolean
  error: ActionError | null
  onSubmit(reason: string): void
  onClose(): void
}

const REASON_LIMIT = 500

/** Asks why, and for what cannot be undone for a word. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, action, isDangerous = false, confirmation, isPending, error, onSubmit, onClose } = props
  const text = useText('console-support')
  const { reason: reasonError, ...others } = useViewerErrors()(error)
  const form = useForm({
    initialValues: { reason: '', typed: '' },
    validate: {
      reason: reason => (reason.trim() === '' ? text('invalidReason') : null),
      typed: typed =>
        confirmation === undefined || typed.trim() === confirmation
          ? null
          : text('typeToConfirm', { word: confirmation })
    }
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => onSubmit(reason.trim()))}>
      <Stack>
        {children}
        <Textarea
          label={text('reason')}
          description={text('reasonHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_LIMIT}
          required
          data-autofocus
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? reasonError}
        />
        {confirmation !== undefined && (
          <TextInput
            label={text('typeToConfirm', { word: confirmation })}
            autoComplete="off"
            spellCheck={false}
            required
            {...form.getInputProps('typed')}
          />
        )}
        {reasonError === undefined &&
          (Object.keys(others).length > 0 ? (
            <Alert color="red" role="alert">
              {Object.values(others)}
            </Alert>
          ) : (
            <ErrorAlert error={error} />
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={isPending} {...(isDangerous && { color: 'red.9' })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
