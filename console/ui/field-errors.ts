import type { ActionError } from '../api/action-error.js'

/** Errors of a form by field; `toText` says what is wrong with a field, or returns undefined for one it does not show. */
export function toFieldErrors(
  error: ActionError,
  toText: (field: string, reason: string | null) => string | undefined
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of error.fields) {
    const sentence = toText(field, error.reason)
    if (sentence !== undefined) errors[field] = sentence
  }
  return errors
}
