import type { ActionRequest } from '../../api/action-types.js'

export type ChangesRequest = Omit<ActionRequest<'/partner/campaign_changes'>, 'cursor'>
