import type { z } from 'zod'
import type { visit, visitorLogin } from '../../../contract/visitor.js'
import { isDatabaseUnavailable } from '../../db/database-error.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import { sha256Hex } from '../../lib/sha256.js'
import { toCampaignResponse } from '../campaign/campaign-response.js'
import { parseLpid } from '../campaign/lpid.js'
import { redeemPromoLink } from '../campaign/promo-link.js'
import { type CampaignSettings, findActiveCampaign } from '../campaign/queries.js'
import { getHome } from '../catalogue/home.js'
import { postPlay } from '../play/routes.js'
import { hasOwnNetwork } from '../reward/earning/address-block.js'
import { computeNetwork } from '../reward/earning/earner-origin.js'
import { recordShareClick } from '../reward/invite-code.js'
import { lockUser, readUser } from '../user/queries.js'
import { toUserResponse } from '../user/user-response.js'
import { changeConsent, toVisitOrigin } from './consent.js'
import { parseFirstScreen } from './first-screen-request.js'
import { createVisitorNickname, isDeviceSecret } from './new-visitor.js'
import { findUserOfDeviceSecret, insertSession, insertVisitor, recordVisit, storeDeviceSecret } from './queries.js'
import { createSession, findViewer } from './session.js'

type LoginRequest = z.output<typeof visitorLogin.request>

interface Login {
  token: string
  userId: string
  expiresAt: Date
  isNew: boolean
}

export async function postVisitorLogin(callerContext: RequestContext, request: LoginRequest) {
  const { lpid, isDropped } = parseLpid(request.lpid)
  const settings =
    lpid === null ? undefined : await findActiveCampaign(callerContext.db, lpid, callerContext.config.currency)
  const lang = request.lang_open === true ? (settings?.default_lang ?? callerContext.lang) : callerContext.lang
  const context = { ...callerContext, lang }
  const login = await signIn(context, request, lpid)
  const visit = {
    id: createIdentifier('v', context),
    userId: login.userId,
    lpid,
    isKnown: settings !== undefined,
    deviceId: context.deviceId,
    now: context.now,
    consent: request.consent ?? null,
    isTest: request.is_test ?? false,
    origin: toVisitOrigin(request, context)
  }
  if (login.isNew || !(await changeConsent(context.db, visit))) await recordVisit(context.db, visit)
  const isPromoRefused = !(await redeemPromoOfVisit(context, login, settings, request.lps))
  const network = hasOwnNetwork(context.address) ? computeNetwork(context) : null
  const click = { share: request.share, visitorId: login.userId, network, now: context.now }
  await recordShareClick(context.db, click)
  return {
    token: login.token,
    expires_at: login.expiresAt.getTime(),
    user: toUserResponse(await readUser(context.db, login.userId)),
    is_new: login.isNew,
    campaign: toCampaignResponse(lpid, settings),
    warnings: [...(isDropped ? ['lpid'] : []), ...(isPromoRefused ? ['lps'] : [])],
    first: await loadFirstScreen(context, login, request.want, settings),
    server_time: context.now.getTime()
  }
}

export async function postVisit(context: RequestContext, request: z.output<typeof visit.request>) {
  context.limits.visit.take(context)
  const { campaign, warnings, first, server_time } = await postVisitorLogin(context, request)
  return { campaign, warnings, first, server_time }
}

async function redeemPromoOfVisit(
  { db, promoSigner, now }: RequestContext,
  { userId }: Login,
  settings: CampaignSettings | undefined,
  lps: string | undefined
): Promise<boolean> {
  if (lps === undefined || lps === '') return true
  const promo = settings === undefined ? null : promoSigner.verify(settings.lpid, lps)
  if (promo === null || settings === undefined) return false
  return redeemPromoLink(db, { userId, lpid: settings.lpid, promo, now })
}

async function signIn(context: RequestContext, request: LoginRequest, lpid: string | null): Promise<Login> {
  const { address, db, limits, viewer, token } = context
  const secretHash = isDeviceSecret(request.device_secret) ? sha256Hex(request.device_secret) : null
  if (viewer !== null && token !== null) {
    if (secretHash !== null && viewer.kind === 'visitor')
      await storeDeviceSecret(db, secretHash, viewer.userId, context)
    return { token, userId: viewer.userId, expiresAt: viewer.expiresAt, isNew: false }
  }
  limits.visitorLogin.take(address)
  const knownUserId = secretHash === null ? null : await findUserOfDeviceSecret(db, secretHash)
  const returningLogin =
    knownUserId === null || secretHash === null ? null : await signInReturningVisitor(context, knownUserId, secretHash)
  return returningLogin ?? createVisitor(context, lpid, secretHash)
}

async function signInReturningVisitor(
  context: RequestContext,
  userId: string,
  secretHash: string
): Promise<Login | null> {
  const session = createSession(context, userId)
  const isOpen = await transaction(context.db, async trx => {
    // A concurrent sign-in to an account holds this lock and deletes the secret.
    await lockUser(trx, userId)
    if ((await findUserOfDeviceSecret(trx, secretHash)) !== userId) return false
    await insertSession(trx, session)
    await storeDeviceSecret(trx, secretHash, userId, context)
    return true
  })
  return isOpen ? { token: session.token, userId, expiresAt: session.expiresAt, isNew: false } : null
}

async function createVisitor(context: RequestContext, lpid: string | null, secretHash: string | null): Promise<Login> {
  const { db, lang, now } = context
  const userId = createIdentifier('u', context)
  const session = createSession(context, userId)
  await transaction(db, async trx => {
    await insertVisitor(trx, { id: userId, nickname: createVisitorNickname(userId), locale: lang, lpid, now })
    await insertSession(trx, session)
    if (secretHash !== null) await storeDeviceSecret(trx, secretHash, userId, context)
  })
  return { token: session.token, userId, expiresAt: session.expiresAt, isNew: true }
}

async function loadFirstScreen(
  context: RequestContext,
  login: Login,
  want: string | undefined,
  settings: CampaignSettings | undefined
) {
  const target = parseFirstScreen(want)
  if (target === null) return null
  const viewer = await findViewer(context.db, login.token, context.now)
  const asViewer = { ...context, viewer, token: login.token }
  try {
    if (target.screen === 'play') {
      return await postPlay(asViewer, { drama_id: target.dramaId, episode_no: target.episodeNo })
    }
    const { start_drama_id: drama_id, start_episode_no } = settings ?? {}
    if (target.screen === 'home' || !drama_id) return await getHome(asViewer, {})
    return await postPlay(asViewer, { drama_id, episode_no: start_episode_no ?? 1 })
  } catch (error) {
    // Signs in without the first screen, which the client then requests itself.
    if (error instanceof BusinessError || isDatabaseUnavailable(error)) return null
    throw error
  }
}
