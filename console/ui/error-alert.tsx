import { Alert, Anchor, Button, Group } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import { Link } from '@tanstack/react-router'
import { type ActionError, FORBIDDEN_CODE } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'
import { useErrorText } from './use-error-text.js'

interface ErrorAlertProps {
  error: ActionError | null
  /** Shows a button that tries again. */
  onRetry?(): void
}

/** Says what went wrong, where the page would show its content. Nothing without an error. */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  const text = useText('console')
  // What can be tried again by itself is no form.
  const toErrorText = useErrorText({}, onRetry === undefined)
  if (error === null) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={text('errorTitle')} role="alert">
      <Group justify="space-between">
        <span>{toErrorText(error)}</span>
        {onRetry !== undefined && error.code === FORBIDDEN_CODE && (
          <Anchor component={Link} to="/" size="sm">
            {text('toStart')}
          </Anchor>
        )}
        {onRetry !== undefined && error.code !== FORBIDDEN_CODE && (
          <Button size="xs" variant="default" onClick={() => onRetry()}>
            {text('tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
