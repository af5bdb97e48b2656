import type { ActionResponse } from '../api/action-types.js'

export type ShownViewer = ActionResponse<'/operator/viewer_show'>
