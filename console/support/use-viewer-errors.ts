import type { ActionError } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'

/** What is wrong with a request about a viewer, by field; empty for an error that concerns no field. */
export function useViewerErrors(): (error: ActionError | null) => Record<string, string> {
  const text = useText('console-support')
  return error => {
    if (error === null) return {}
    const [field] = error.fields
    if (field === undefined) return {}
    const reasons: Record<string, string> = {
      deleted: text('decide_deleted'),
      unknown_user: text('unknownViewer'),
      not_enough: text('coins_not_enough', { available: Number(error.data?.available ?? 0) })
    }
    const fields: Record<string, string> = { reason: text('invalidReason'), coins: text('invalidCoins') }
    const sentence = reasons[error.reason ?? ''] ?? fields[field]
    return sentence === undefined ? {} : { [field]: sentence }
  }
}
