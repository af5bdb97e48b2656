// API of the console: sign-in, and the operator and partner actions for the member of the session.
import type { Context } from 'hono'
import { z } from 'zod'
import type { HonoApp } from '../../http/app-environment.js'
import { BusinessError, createFieldError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { createErrorHandler } from '../../http/error-response.js'
import { type TrackExternalWait, trackExternalWaits, untracked } from '../../http/external-calls.js'
import { checkRequest, readParameters } from '../../http/request-body.js'
import { sendEnvelope } from '../../http/respond.js'
import { describeError, describeHandler, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import { recordChange } from '../audit/record-change.js'
import { DRAMA_PICTURE_PATH, storePicture } from '../catalogue/edit/store-picture.js'
import { runWithAuditLog } from '../operator/actions/audit-log.js'
import { findSubmissionImage } from '../operator/actions/rewards.js'
import type { OperatorAction, OperatorContext } from '../operator/operator-action.js'
import { operatorActions } from '../operator/operator-actions.js'
import { runOperatorAction } from '../operator/run-operator-action.js'
import { answerPartner } from '../partner/answer-partner.js'
import { findPartner } from '../partner/api-keys.js'
import type { PartnerAction, PartnerContext } from '../partner/partner-action.js'
import { partnerApiActions } from '../partner/partner-api.js'
import { sendStoredImage } from '../upload/routes.js'
import { answerOnce } from './answer-once.js'
import type { ConsoleAction, ConsoleContext } from './console-action.js'
import {
  deleteSessionCookie,
  hasCsrfToken,
  isSameOrigin,
  readConsoleSession,
  sendForbidden,
  setSessionCookie
} from './console-request.js'
import type { MemberRole, OperatorRole } from './member-role.js'
import { createMemberSession, findMemberSession, type MemberSession } from './member-session.js'
import { readMemberState } from './member-state.js'
import { consoleActions } from './sign-in-actions.js'

const PICTURE_ROLES: readonly OperatorRole[] = ['editor']
const IMAGE_ROLES: readonly OperatorRole[] = ['reviewer', 'support']
/** Operators who may look at the pages of a partner. */
const PARTNER_VIEW_ROLES: readonly MemberRole[] = ['owner', 'editor', 'analyst']
/** Operators who may change something for a partner, unless the action names others. */
const PARTNER_CHANGE_ROLES: readonly MemberRole[] = ['owner', 'editor']
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,64}$/

const mayRun = (role: MemberRole, roles: readonly OperatorRole[]) =>
  role === 'owner' || roles.some(allowed => allowed === role)

export function registerConsoleApi(app: HonoApp, services: Services): void {
  const { config, log, limits } = services
  // Not the one of the app, which encrypts errors for the viewers' app.
  const sendError = createErrorHandler(log, null, config.trustedProxies)
  const guarded = (answer: (context: Context) => Promise<Response>) => async (context: Context) => {
    try {
      await limits.console.take(readCaller(context, services).address)
      if (context.req.method === 'POST' && !isSameOrigin(context, services))
        return await sendForbidden(context, 'Not sent by the console')
      return await answer(context)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return sendError(error, context)
    }
  }

  for (const action of consoleActions as readonly ConsoleAction[]) {
    const answer = guarded(async context => {
      const session = await readConsoleSession(context, services)
      if (session !== null && action.method === 'POST' && !hasCsrfToken(context, session))
        return sendForbidden(context, 'Wrong CSRF token')
      const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
      const parameters = await readParameters(context, action.method)
      if (session === null && action.method === 'POST')
        await limits.consoleSignIn.take(readCaller(context, services).address)
      const request = checkRequest(action.request, parameters)
      const consoleContext = createConsoleContext(context, services, { session, trackExternalWait })
      const run = () => action.run(consoleContext, request)
      const work =
        action.changesAccount === true && session !== null
          ? runAccountChange(consoleContext, session, { action, request, run })
          : run()
      const data = await withDeadline(work, services.liveness, isWaitingExternally)
      return sendEnvelope(context, createSuccessEnvelope(data), { secret: null })
    })
    app.on(action.method, action.path, describeHandler({ kind: 'console', action }, answer))
  }

  /** Throws 999 without a session. */
  async function requireMember(context: Context): Promise<MemberSession> {
    const session = await readConsoleSession(context, services)
    if (session === null) throw new BusinessError(999)
    return session
  }

  const toOperatorContext = (
    context: Context,
    { member }: MemberSession,
    trackExternalWait: TrackExternalWait
  ): OperatorContext => {
    const { address, origin } = readCaller(context, services)
    return {
      ...services,
      trackExternalWait,
      now: new Date(services.clock.now()),
      operator: member.email,
      member: { id: member.id, role: member.role },
      address,
      origin
    }
  }

  async function runOnce(
    context: Context,
    { member }: MemberSession,
    { method, request, run }: { method: string; request: unknown; run: () => Promise<unknown> }
  ): Promise<unknown> {
    const key = context.req.header('Idempotency-Key')
    if (method === 'GET' || key === undefined) return run()
    if (!IDEMPOTENCY_KEY.test(key)) throw createFieldError('key', 'invalid_key')
    const requestHash = sha256Hex(JSON.stringify([context.req.path, request]))
    const now = new Date(services.clock.now())
    return answerOnce(services.db, { memberId: member.id, key, requestHash, now }, run)
  }

  const answerOperatorAction = guarded(async context => {
    const session = await requireMember(context)
    const { method } = context.req
    if (method === 'POST' && !hasCsrfToken(context, session)) return sendForbidden(context, 'Wrong CSRF token')
    const path = `/operator/${context.req.param('action')}`
    if (method === 'GET' && path === '/operator/reward_image') return sendRewardImage(context, session)
    const action = (operatorActions as readonly OperatorAction[]).find(
      candidate => candidate.path === path && candidate.method === method
    )
    if (action === undefined) return context.notFound()
    if (!mayRun(session.member.role, action.roles)) return sendForbidden(context, 'Your role may not do this')
    const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
    const request = checkRequest(action.request, await readParameters(context, action.method))
    const operatorContext = toOperatorContext(context, session, trackExternalWait)
    const run = () => runOperatorAction(operatorContext, action, request)
    const work = runOnce(context, session, { method, request, run })
    const data = await withDeadline(work, services.liveness, isWaitingExternally)
    return sendEnvelope(context, createSuccessEnvelope(data), { secret: null })
  })
  const answerPicture = guarded(async context => {
    const session = await requireMember(context)
    if (!hasCsrfToken(context, session)) return sendForbidden(context, 'Wrong CSRF token')
    if (!mayRun(session.member.role, PICTURE_ROLES)) return sendForbidden(context, 'Your role may not do this')
    const { address } = readCaller(context, services)
    const data = await storePicture(context, services, { address, userId: session.member.id })
    await recordChange(services.db, services, {
      operator: session.member.email,
      action: 'drama_picture',
      subject: data.name,
      detail: { kind: context.req.query('kind') },
      address,
      before: null,
      after: data,
      now: new Date(services.clock.now())
    })
    return sendEnvelope(context, createSuccessEnvelope(data), { secret: null })
  })
  app.post(DRAMA_PICTURE_PATH, describePlainRoute(pictureDocs, answerPicture))
  app.get('/console/api/operator/:action', describePlainRoute(operatorDocs('GET'), answerOperatorAction))
  app.post('/console/api/operator/:action', describePlainRoute(operatorDocs('POST'), answerOperatorAction))

  async function sendRewardImage(context: Context, session: MemberSession): Promise<Response> {
    if (!mayRun(session.member.role, IMAGE_ROLES)) return sendForbidden(context, 'Your role may not do this')
    const operatorContext = toOperatorContext(context, session, untracked)
    const work = findSubmissionImage(operatorContext, context.req.query('id') ?? '')
    return sendStoredImage(context, services, await withDeadline(work, services.liveness))
  }

  const answerPartnerAction = guarded(async context => {
    const session = await requireMember(context)
    const { method } = context.req
    if (method === 'POST' && !hasCsrfToken(context, session)) return sendForbidden(context, 'Wrong CSRF token')
    const { member } = session
    const chosenId = context.req.header('X-Partner') ?? context.req.query('x_partner')
    const isOperator = PARTNER_VIEW_ROLES.includes(member.role)
    const partner = isOperator && chosenId !== undefined ? await findPartner(services.db, chosenId) : member.partner
    if (partner === null) return sendForbidden(context, 'No partner')
    const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
    const { origin } = readCaller(context, services)
    const partnerContext: PartnerContext = {
      ...services,
      partner,
      origin,
      trackExternalWait,
      member: { id: member.id, email: member.email },
      now: new Date(services.clock.now())
    }
    const path = `/partner/${context.req.param('action')}`
    const { x_partner: _, ...query } = context.req.query()
    const action = (partnerApiActions as readonly PartnerAction[]).find(
      candidate => candidate.path === path && candidate.method === method
    )
    if (action === undefined) return context.notFound()
    const { operatorRoles = method === 'GET' ? PARTNER_VIEW_ROLES : PARTNER_CHANGE_ROLES } = action
    if (isOperator && !operatorRoles.includes(member.role)) return sendForbidden(context, 'Your role may not do this')
    if (action.isForAdmins === true && !isOperator && !member.is_partner_admin)
      return sendForbidden(context, 'Only members who manage the partner may do this')
    const request = checkRequest(action.request, method === 'GET' ? query : await readParameters(context, 'POST'))
    if (method === 'GET') {
      const work = answerPartner(context, partnerContext, action, request)
      return withDeadline(work, services.liveness, isWaitingExternally)
    }
    const { readState } = action
    const logged = {
      action,
      subject: partner.id,
      request,
      ...(readState !== undefined && { readState: () => readState(partnerContext, request) })
    }
    const operatorContext = toOperatorContext(context, session, trackExternalWait)
    const run = () => runWithAuditLog(operatorContext, logged, () => action.run(partnerContext, request))
    const work = runOnce(context, session, { method, request, run })
    const data = await withDeadline(work, services.liveness, isWaitingExternally)
    return sendEnvelope(context, createSuccessEnvelope(data), { secret: null })
  })
  app.get('/console/api/partner/:action', describePlainRoute(partnerDocs('GET'), answerPartnerAction))
  app.post('/console/api/partner/:action', describePlainRoute(partnerDocs('POST'), answerPartnerAction))
}

function createConsoleContext(
  context: Context,
  services: Services,
  { session, trackExternalWait }: { session: MemberSession | null; trackExternalWait: TrackExternalWait }
): ConsoleContext {
  const { address, userAgent, origin } = readCaller(context, services)
  const now = new Date(services.clock.now())
  return {
    ...services,
    now,
    address,
    userAgent,
    origin,
    session,
    async openSession(memberId, method) {
      const token = await createMemberSession(services.db, memberId, { ...services, address, userAgent, now })
      const opened = await findMemberSession(services.db, token, now)
      if (opened === null) throw new BusinessError(4501)
      const { member } = opened
      const operatorContext = { ...services, trackExternalWait, now, operator: member.email, member, address, origin }
      const logged = { action: { path: '/console/sign_in' }, subject: member.id, request: { method } }
      await runWithAuditLog(operatorContext, logged, async () => undefined)
      setSessionCookie(context, services, token)
    },
    closeSession: () => deleteSessionCookie(context)
  }
}

function runAccountChange<Result>(
  context: ConsoleContext,
  { member }: MemberSession,
  { action, request, run }: { action: ConsoleAction; request: unknown; run: () => Promise<Result> }
): Promise<Result> {
  const logged = {
    action: { path: action.path.replace('/api/', '/'), secretFields: action.secretFields ?? [] },
    subject: member.id,
    request,
    readState: () => readMemberState(context.db, { id: member.id }, context.now)
  }
  return runWithAuditLog({ ...context, operator: member.email }, logged, run)
}

const actionAnswers = {
  200: {
    description: 'The answer of the action; 999 without a session.',
    bodies: [{ type: 'application/json', schema: z.looseObject({ code: z.number().int(), msg: z.string() }) }]
  },
  403: describeError('The role may not do this, or the CSRF token is wrong.'),
  404: describeError('No such action.'),
  429: describeError('Too many requests.')
}

const pictureDocs: PlainRouteDocs = {
  tag: 'Console',
  description: 'Keeps a cover (600 × 800) or a banner (900 × 1000) as WebP, for `drama_save`.',
  query: z.object({ kind: z.enum(['cover', 'banner']) }),
  body: { type: 'image/webp', schema: z.string() },
  answers: actionAnswers
}

const operatorDocs = (method: 'GET' | 'POST'): PlainRouteDocs => ({
  tag: 'Console',
  description: `Runs the ${method} action of the operator API with this name, for the member of the session.`,
  parameters: { action: 'name of the action, such as `reward_list`' },
  ...(method === 'POST' && { body: { type: 'application/json', schema: z.looseObject({}) } }),
  answers: actionAnswers
})

const partnerDocs = (method: 'GET' | 'POST'): PlainRouteDocs => ({
  tag: 'Console',
  description: `Runs the ${method} action of the partner API with this name. Operators name the partner in X-Partner.`,
  parameters: { action: 'name of the action, such as `report`' },
  ...(method === 'POST' && { body: { type: 'application/json', schema: z.looseObject({}) } }),
  answers: actionAnswers
})
