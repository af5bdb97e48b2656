import { type ActionError, FORBIDDEN_CODE, NO_SESSION_CODE } from '../api/action-error.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'

/**
 * A sentence for an error that no field explains. `reasons` has the sentences of the page for reasons of its actions.
 * `hasForm`: something is typed, and kept.
 */
export function useErrorText(
  reasons: Readonly<Record<string, string>> = {},
  hasForm = true
): (error: ActionError) => string {
  const text = useText('console')
  const { duration } = useFormats()
  return error => {
    const reasonText = error.reason === null ? undefined : reasons[error.reason]
    if (reasonText !== undefined) return reasonText
    if (error.reason === 'in_progress') return text('errorInProgress')
    switch (error.code) {
      case 0:
        return text(hasForm ? 'errorOffline' : 'errorUnreachable')
      case NO_SESSION_CODE:
        return text('errorSession')
      case FORBIDDEN_CODE:
        return text('errorForbidden')
      case 4001:
        return text('errorFields', { fields: error.fields.join(', ') })
      case 4502:
        return text('errorTooMany', { time: duration(error.retryAfterSeconds ?? 60) })
      default:
        return text('errorServer')
    }
  }
}
