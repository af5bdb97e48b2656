import { readAuditLogAction } from './actions/audit-log.js'
import {
  closeCampaignAction,
  createLinkAction,
  listCampaignsAction,
  saveCampaignAction,
  showCampaignAction
} from './actions/campaigns.js'
import { confirmClockAction, showClockAction } from './actions/clock.js'
import { coinAdjustmentActions } from './actions/coin-adjustments.js'
import { audienceAction } from './actions/drama-audience.js'
import { offlineEffectsAction, unlockCountsAction } from './actions/drama-effects.js'
import { previewAction } from './actions/drama-preview.js'
import { dramaActions } from './actions/dramas.js'
import { experimentActions } from './actions/experiments.js'
import { answerFeedbackAction, listFeedbackAction } from './actions/feedback.js'
import { showHealthAction } from './actions/health.js'
import { ingestJobActions } from './actions/ingest-jobs.js'
import { listLabelsAction } from './actions/labels.js'
import { memberActions } from './actions/members.js'
import { listNetworksAction, setNetworkPeopleAction } from './actions/networks.js'
import { orderHistoryAction } from './actions/order-history.js'
import { listOrdersAction, refundOrderAction, showOrderAction } from './actions/orders.js'
import { partnerTokenActions } from './actions/partner-tokens.js'
import { partnerActions } from './actions/partners.js'
import { postbackActions } from './actions/postbacks.js'
import { productActions } from './actions/products.js'
import {
  leaveSubmissionsAction,
  listNearSubmissionsAction,
  nextSubmissionsAction,
  showSubmissionAction
} from './actions/review-queue.js'
import { listSubmissionsAction, reviewSubmissionAction, undoReviewAction } from './actions/rewards.js'
import { searchAction } from './actions/search.js'
import { showAttentionAction, showTodayAction } from './actions/today.js'
import { uploadActions } from './actions/uploads.js'
import { viewerListActions } from './actions/viewer-lists.js'
import { viewerActions } from './actions/viewers.js'
import { listWaitingRewardsAction, releaseRewardAction } from './actions/waiting-rewards.js'

export const operatorActions = [
  showTodayAction,
  showAttentionAction,
  showHealthAction,
  listSubmissionsAction,
  nextSubmissionsAction,
  leaveSubmissionsAction,
  showSubmissionAction,
  listNearSubmissionsAction,
  reviewSubmissionAction,
  undoReviewAction,
  listWaitingRewardsAction,
  releaseRewardAction,
  listNetworksAction,
  setNetworkPeopleAction,
  readAuditLogAction,
  ...dramaActions,
  offlineEffectsAction,
  unlockCountsAction,
  audienceAction,
  listLabelsAction,
  previewAction,
  ...uploadActions,
  ...ingestJobActions,
  listOrdersAction,
  showOrderAction,
  refundOrderAction,
  orderHistoryAction,
  searchAction,
  ...viewerActions,
  ...viewerListActions,
  ...coinAdjustmentActions,
  listFeedbackAction,
  answerFeedbackAction,
  showClockAction,
  confirmClockAction,
  ...productActions,
  ...experimentActions,
  listCampaignsAction,
  showCampaignAction,
  saveCampaignAction,
  closeCampaignAction,
  createLinkAction,
  ...partnerActions,
  ...partnerTokenActions,
  ...postbackActions,
  ...memberActions
] as const
