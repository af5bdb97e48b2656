import type { ActionError } from '../../api/action-error.js'
import { useText } from '../../i18n/use-text.js'
import { toFieldErrors } from '../../ui/field-errors.js'

/** What is wrong with a field of a colleague, by the server's answer. */
export function useColleagueErrors(): (error: ActionError | null) => Record<string, string> {
  const text = useText('console-access')
  const sentences: Record<string, string> = { email: text('invalidEmail'), name: text('invalidName') }
  const reasons: Record<string, string> = {
    member_exists: text('emailInUse'),
    too_many_members: text('tooManyMembers'),
    last_admin: text('lastAdmin')
  }
  return error =>
    error === null ? {} : toFieldErrors(error, (field, reason) => reasons[reason ?? ''] ?? sentences[field])
}
