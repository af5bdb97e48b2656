import { Alert } from '@mantine/core'
import type { ActionError } from '../../api/action-error.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { useReasonTexts, useSameVariantText } from './reason-texts.js'

interface ReasonAlertProps {
  error: ActionError | null
  onRetry?(): void
}

/** Says what the server says about an experiment. */
export function ReasonAlert({ error, onRetry }: ReasonAlertProps) {
  const text = useText('console-experiments')
  const reasons = useReasonTexts()
  const saySame = useSameVariantText()
  if (error === null) return null
  const isAboutVariant = error.fields.some(field => field.startsWith('variants.'))
  const known = isAboutVariant ? text('error_variants') : reasons[error.reason ?? '']
  const sentence = saySame(error) ?? known
  if (sentence === undefined) return <ErrorAlert error={error} {...(onRetry !== undefined && { onRetry })} />
  return (
    <Alert color="red" role="alert">
      {sentence}
    </Alert>
  )
}
