import type { ActionResponse, ListItem } from '../../api/action-types.js'
import type { useFormats } from '../../i18n/formats.js'

export type ListedExperiment = ListItem<'/partner/experiment_list'>
export type Experiment = ActionResponse<'/partner/experiment_show'>
export type Variant = Experiment['variants'][number]

export const goals = ['purchase_rate', 'start_rate', 'paywall_to_purchase', 'revenue_per_visitor'] as const
export const statusColors = { draft: 'gray', running: 'green', ended: 'blue' } as const
/** Read again after each change. */
export const experimentQueries = ['/partner/experiment_list', '/partner/experiment_show'] as const

export const toLetter = (index: number) => 'ABCD'[index] ?? ''

/** Writes a value of the goal: a share, or money. */
export const createGoalFormat =
  ({ goal, currency }: Pick<Experiment, 'goal' | 'currency'>, { percent, money }: ReturnType<typeof useFormats>) =>
  (value: number): string =>
    goal === 'revenue_per_visitor' ? money(value, currency) : percent(value)
