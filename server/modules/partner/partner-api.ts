// Partner API. Every route needs a key and gives access only to the data of that partner.
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { parseBearerToken } from '../../http/bearer-token.js'
import { BusinessError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { trackExternalWaits } from '../../http/external-calls.js'
import { checkRequest, readParameters } from '../../http/request-body.js'
import { sendWrongKey } from '../../http/respond.js'
import { describeHandler } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import {
  deleteExperimentAction,
  endExperimentAction,
  listExperimentsAction,
  saveExperimentAction,
  showExperimentAction,
  startExperimentAction
} from '../experiment/experiment-actions.js'
import { runWithAuditLog } from '../operator/actions/audit-log.js'
import { listDeliveriesAction, resendDeliveryAction, showDeliveryAction } from '../postback/delivery-actions.js'
import { selfTestAction } from '../postback/self-test/self-test.js'
import { deleteScheduleAction, listSchedulesAction, saveScheduleAction } from '../report/mail/schedule-actions.js'
import { reconciliationAction, reportAction } from '../report/report-action.js'
import { retentionAction } from '../report/retention.js'
import { answerPartner, toPartnerDocs } from './answer-partner.js'
import { findPartnerByKey } from './api-keys.js'
import { listCampaignChangesAction } from './campaign-changes.js'
import { listOwnCampaignsAction } from './campaigns.js'
import { listDramasAction } from './dramas.js'
import { createKeyAction, listKeysAction, revokeKeyAction } from './keys.js'
import { listLedgerRootsAction } from './ledger-roots.js'
import { createOwnLinkAction } from './links.js'
import { partnerMemberActions } from './members.js'
import type { PartnerAction, PartnerContext } from './partner-action.js'
import { listOffersAction } from './products.js'
import { listSponsoredUnlocksAction } from './sponsored-unlocks.js'

export const partnerApiActions = [
  reportAction,
  reconciliationAction,
  retentionAction,
  listOwnCampaignsAction,
  listCampaignChangesAction,
  listDramasAction,
  createOwnLinkAction,
  listDeliveriesAction,
  showDeliveryAction,
  resendDeliveryAction,
  selfTestAction,
  listSponsoredUnlocksAction,
  listLedgerRootsAction,
  listKeysAction,
  createKeyAction,
  revokeKeyAction,
  listSchedulesAction,
  saveScheduleAction,
  deleteScheduleAction,
  listOffersAction,
  listExperimentsAction,
  showExperimentAction,
  saveExperimentAction,
  startExperimentAction,
  endExperimentAction,
  deleteExperimentAction,
  ...partnerMemberActions
] as const

export function registerPartnerApi(app: HonoApp, services: Services): void {
  async function runAsPartner(
    context: Context,
    handle: (partnerContext: PartnerContext, caller: { keyId: string; address: string }) => Promise<Response>,
    { trackExternalWait }: Pick<PartnerContext, 'trackExternalWait'>
  ): Promise<Response> {
    const { address, origin } = readCaller(context, services)
    await services.limits.partner.take(address)
    const sent = parseBearerToken(context.req.header('Authorization'))
    const found = sent === null ? null : await findPartnerByKey(services.db, sent)
    if (found === null) return sendWrongKey(context)
    const { partner, keyId } = found
    const now = new Date(services.clock.now())
    return handle({ ...services, partner, origin, trackExternalWait, member: null, now }, { keyId, address })
  }

  for (const action of partnerApiActions as readonly PartnerAction[]) {
    const answer = (context: Context) => {
      const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
      const work = runAsPartner(
        context,
        async (partnerContext, { keyId, address }) => {
          if (action.isForAdmins === true) throw new BusinessError(4001, { fields: [], reason: 'members_only' })
          const request = checkRequest(action.request, await readParameters(context, action.method))
          const run = () => answerPartner(context, partnerContext, action, request)
          const { readState } = action
          // What changes nothing, such as signing a link, has no state. A partner’s program may do it often.
          if (readState === undefined) return run()
          const logged = {
            action,
            subject: partnerContext.partner.id,
            request,
            readState: () => readState(partnerContext, request)
          }
          return runWithAuditLog({ ...partnerContext, operator: `key:${keyId}`, address }, logged, run)
        },
        { trackExternalWait }
      )
      return withDeadline(work, services.liveness, isWaitingExternally)
    }
    app.on(action.method, action.path, describeHandler({ kind: 'partner', action: toPartnerDocs(action) }, answer))
  }
}
