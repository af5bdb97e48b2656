// What partners do to experiments, for operators: for the partner of the experiment's campaign.
import { createFieldError } from '../../../http/business-error.js'
import {
  deleteExperimentAction as deleteOwnAction,
  endExperimentAction as endOwnAction,
  listExperimentsAction as listOwnAction,
  showExperimentAction as showOwnAction,
  startExperimentAction as startOwnAction
} from '../../experiment/experiment-actions.js'
import { findPartner } from '../../partner/api-keys.js'
import { createUnknownPartnerError } from '../../partner/lock-partner.js'
import type { PartnerContext } from '../../partner/partner-action.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { partnerId } from './partners.js'

const listRequest = listOwnAction.request.omit({ format: true }).extend({ partner_id: partnerId })
const showRequest = showOwnAction.request.omit({ format: true })

const listExperimentsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/experiment_list',
  roles: ['editor', 'analyst'],
  description: 'Lists the experiments of a partner’s campaigns, the newest first.',
  request: listRequest,
  response: listOwnAction.response,
  subject: null,
  run: async (context, { partner_id, ...request }) =>
    listOwnAction.run(await toPartnerContext(context, partner_id), { ...request, format: 'json' })
})

const showExperimentAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/experiment_show',
  roles: ['editor', 'analyst'],
  description: 'Returns an experiment with the numbers of its variants, as `/partner/experiment_show` does.',
  request: showRequest,
  response: showOwnAction.response,
  subject: null,
  run: async (context, { id }) => showOwnAction.run(await ofExperiment(context, id), { id, format: 'json' })
})

const startExperimentAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/experiment_start',
  roles: ['editor'],
  description: 'Starts a draft. A campaign has at most one running experiment.',
  request: startOwnAction.request,
  response: startOwnAction.response,
  subject: ({ id }) => id,
  readState: async (context, request) => startOwnAction.readState?.(await ofExperiment(context, request.id), request),
  run: async (context, request) => startOwnAction.run(await ofExperiment(context, request.id), request)
})

const endExperimentAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/experiment_end',
  roles: ['editor'],
  description: 'Ends a running experiment. With `use_variant` the campaign gets what that variant has.',
  request: endOwnAction.request,
  response: endOwnAction.response,
  subject: ({ id }) => id,
  readState: async (context, request) => endOwnAction.readState?.(await ofExperiment(context, request.id), request),
  run: async (context, request) => endOwnAction.run(await ofExperiment(context, request.id), request)
})

const deleteExperimentAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/experiment_delete',
  roles: ['editor'],
  description: 'Deletes a draft.',
  request: deleteOwnAction.request,
  response: deleteOwnAction.response,
  subject: ({ id }) => id,
  readState: async (context, request) => deleteOwnAction.readState?.(await ofExperiment(context, request.id), request),
  run: async (context, request) => deleteOwnAction.run(await ofExperiment(context, request.id), request)
})

/** Throws 4001 for an unknown experiment, and for one of a campaign without a partner. */
async function ofExperiment(context: OperatorContext, id: string): Promise<PartnerContext> {
  const row = await context.db
    .selectFrom('experiments')
    .innerJoin('campaigns', 'campaigns.lpid', 'experiments.lpid')
    .select('campaigns.partner_id')
    .where('experiments.id', '=', id)
    .executeTakeFirst()
  if (!row?.partner_id) throw createFieldError('id', 'unknown_experiment')
  return toPartnerContext(context, row.partner_id)
}

async function toPartnerContext(context: OperatorContext, id: string): Promise<PartnerContext> {
  const partner = await findPartner(context.db, id)
  if (partner === null) throw createUnknownPartnerError()
  const { member, operator } = context
  return { ...context, partner, member: member === null ? null : { id: member.id, email: operator } }
}

export const experimentActions = [
  listExperimentsAction,
  showExperimentAction,
  startExperimentAction,
  endExperimentAction,
  deleteExperimentAction
] as const
