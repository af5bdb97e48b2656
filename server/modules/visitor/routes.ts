import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { visit, visitorLogin } from '../../../contract/visitor.js'
import { isDatabaseUnavailable } from '../../db/database-error.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Viewer } from '../../http/viewer.js'
import { createIdentifier } from '../../lib/identifier.js'
import { sha256Hex } from '../../lib/sha256.js'
import { toCampaignResponse } from '../campaign/campaign-response.js'
import type { CampaignSettings } from '../campaign/campaign-settings.js'
import { parseLpid } from '../campaign/lpid.js'
import { redeemPromoLink } from '../campaign/promo-link.js'
import { type ActiveCampaign, readActiveCampaign } from '../campaign/queries.js'
import { getHome } from '../catalogue/home.js'
import { assignVariant, hasExperiment } from '../experiment/assignments.js'
import { type ExperimentPreview, storePreview } from '../experiment/preview-link.js'
import { chooseVariant } from '../experiment/variant-choice.js'
import { applyVariant } from '../experiment/variant-settings.js'
import { postPlay } from '../play/routes.js'
import { hasOwnNetwork } from '../reward/earning/address-block.js'
import { computeNetwork } from '../reward/earning/earner-origin.js'
import { recordShareClick } from '../reward/invite-code.js'
import { lockUser, readUser } from '../user/queries.js'
import { toUserResponse } from '../user/user-response.js'
import { changeConsent, toVisitOrigin } from './consent.js'
import { parseFirstScreen } from './first-screen-request.js'
import { createVisitorNickname, isDeviceSecret } from './new-visitor.js'
import {
  findUserOfDeviceSecret,
  insertSession,
  insertVisitorWithVisit,
  type NewVisit,
  recordVisit,
  storeDeviceSecret
} from './queries.js'
import { createSession } from './session.js'

type LoginRequest = z.output<typeof visitorLogin.request>

interface Login {
  token: string
  userId: string
  expiresAt: Date
  /** Null if the user was known before. */
  newUser: Selectable<Database['users']> | null
}

type Visit = Omit<NewVisit, 'userId'>

export async function postVisitorLogin(callerContext: RequestContext, request: LoginRequest) {
  const { lpid, isDropped } = parseLpid(request.lpid)
  const settings = lpid === null ? undefined : await readActiveCampaign(callerContext, lpid)
  const lang = request.lang_open === true ? (settings?.default_lang ?? callerContext.lang) : callerContext.lang
  const context = { ...callerContext, lang }
  const preview = readPreview(context, settings, request.lps)
  const visit = {
    id: createIdentifier('v', context),
    lpid,
    isKnown: settings !== undefined,
    deviceId: context.deviceId,
    now: context.now,
    consent: request.consent ?? null,
    isTest: request.is_test === true || preview !== null,
    experiment: preview === null ? (settings?.experiment ?? null) : null,
    origin: toVisitOrigin(request, context)
  }
  const login = await signIn(context, request, visit)
  if (login.newUser === null) await recordReturn(context, { ...visit, userId: login.userId })
  const isPromoRefused = preview === null && !(await redeemPromoOfVisit(context, login, settings, request.lps))
  const shownSettings = settings && (await applyExperiment(context, settings, { login, visit, preview }))
  const network = hasOwnNetwork(context.address) ? computeNetwork(context) : null
  const click = { share: request.share, visitorId: login.userId, network, now: context.now }
  await recordShareClick(context.db, click)
  return {
    token: login.token,
    expires_at: login.expiresAt.getTime(),
    user: toUserResponse(login.newUser ?? (await readUser(context.db, login.userId))),
    is_new: login.newUser !== null,
    campaign: toCampaignResponse(lpid, shownSettings),
    warnings: [...(isDropped ? ['lpid'] : []), ...(isPromoRefused ? ['lps'] : [])],
    first: await loadFirstScreen(context, login, request.want, shownSettings),
    server_time: context.now.getTime()
  }
}

export async function postVisit(context: RequestContext, request: z.output<typeof visit.request>) {
  await context.limits.visit.take(context)
  const { campaign, warnings, first, server_time } = await postVisitorLogin(context, request)
  return { campaign, warnings, first, server_time }
}

async function recordReturn({ db }: RequestContext, visit: NewVisit): Promise<void> {
  if (!(await changeConsent(db, visit))) await recordVisit(db, visit)
}

function readPreview(
  { previewSigner, now }: RequestContext,
  settings: ActiveCampaign | undefined,
  lps: string | undefined
): ExperimentPreview | null {
  return settings === undefined || lps === undefined ? null : previewSigner.verify(settings.lpid, lps, now)
}

/** What the viewer's variant makes of the campaign. A new visitor has been assigned with the visit. */
async function applyExperiment(
  { db, config, now }: RequestContext,
  settings: ActiveCampaign,
  { login, visit, preview }: { login: Login; visit: Visit; preview: ExperimentPreview | null }
): Promise<CampaignSettings> {
  const { userId } = login
  if (preview !== null)
    return applyVariant(settings, await storePreview(db, preview, { userId, currency: config.currency, now }))
  const assigned = { ...visit, userId }
  if (!hasExperiment(assigned)) return settings
  const { id, variants } = assigned.experiment
  const variantNo = login.newUser === null ? await assignVariant(db, assigned) : chooseVariant(id, variants, userId)
  return applyVariant(
    settings,
    settings.experiment?.variants.find(({ no }) => no === variantNo)
  )
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

async function signIn(context: RequestContext, request: LoginRequest, visit: Visit): Promise<Login> {
  const { address, db, limits, metrics, viewer, token } = context
  const secretHash = isDeviceSecret(request.device_secret) ? sha256Hex(request.device_secret) : null
  if (viewer !== null && token !== null) {
    if (secretHash !== null && viewer.kind === 'visitor')
      await storeDeviceSecret(db, secretHash, viewer.userId, context)
    return { token, userId: viewer.userId, expiresAt: viewer.expiresAt, newUser: null }
  }
  await limits.visitorLogin.take(address)
  const knownUserId = secretHash === null ? null : await findUserOfDeviceSecret(db, secretHash)
  const returningLogin =
    knownUserId === null || secretHash === null ? null : await signInReturningVisitor(context, knownUserId, secretHash)
  const login = returningLogin ?? (await createVisitor(context, visit, secretHash))
  metrics.signIns.inc({ method: returningLogin === null ? 'new_visitor' : 'returning_visitor' })
  return login
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
  return isOpen ? { token: session.token, userId, expiresAt: session.expiresAt, newUser: null } : null
}

async function createVisitor(context: RequestContext, visit: Visit, secretHash: string | null): Promise<Login> {
  const { db, lang, now } = context
  const userId = createIdentifier('u', context)
  const session = createSession(context, userId)
  const nickname = createVisitorNickname(userId)
  const visitor = { id: userId, nickname, locale: lang, lpid: visit.lpid, now }
  const newUser = await transaction(db, async trx => {
    const added = await insertVisitorWithVisit(trx, { visitor, session, visit: { ...visit, userId } })
    if (secretHash !== null) await storeDeviceSecret(trx, secretHash, userId, context)
    return added
  })
  return { token: session.token, userId, expiresAt: session.expiresAt, newUser }
}

/** Who signs in without a token is a visitor. */
const toNewViewer = ({ userId, expiresAt }: Login): Viewer => ({
  userId,
  kind: 'visitor',
  expiresAt,
  replacedBy: null,
  partnerIdentity: null,
  writtenPosition: null,
  contentVersion: null
})

async function loadFirstScreen(
  context: RequestContext,
  login: Login,
  want: string | undefined,
  settings: CampaignSettings | undefined
) {
  const target = parseFirstScreen(want)
  if (target === null) return null
  const asViewer = { ...context, viewer: context.viewer ?? toNewViewer(login), token: login.token }
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
