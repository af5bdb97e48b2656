import type { ActionError } from '../../api/action-error.js'
import { useText } from '../../i18n/use-text.js'
import { toLetter } from './experiment.js'

const reasons = [
  'unknown_campaign',
  'no_episode',
  'no_start_drama',
  'not_on_sale',
  'shares_not_100',
  'other_running',
  'already_started',
  'already_ended',
  'not_started',
  'closed',
  'too_many_experiments'
] as const

/** What the server says about a field, as a sentence. */
export function useReasonTexts(): Readonly<Record<string, string>> {
  const text = useText('console-experiments')
  return Object.fromEntries([
    ...reasons.map(reason => [reason, text(`error_${reason}`)]),
    ['unknown_experiment', text('notFound')]
  ])
}

/** Null for another error. */
export function useSameVariantText(): (error: ActionError) => string | null {
  const text = useText('console-experiments')
  return ({ reason, fields, data }) =>
    reason === 'same_variant'
      ? text('error_same_variant', {
          letter: toLetter(Number(/^variants\.(\d)$/.exec(fields[0] ?? '')?.[1])),
          other: toLetter(Number(data?.same_as) - 1)
        })
      : null
}
