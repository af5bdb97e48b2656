import type { z } from 'zod'
import type { visitorLogin } from '../../../contract/visitor.js'
import { isDatabaseUnavailable } from '../../db/database-error.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../lib/business-error.js'
import { digest } from '../../lib/digest.js'
import { makeIdentifier } from '../../lib/identifier.js'
import type { RequestContext } from '../../request-context.js'
import { activeCampaign } from '../campaign/queries.js'
import { campaignAnswer, readLpid } from '../campaign/rules.js'
import { getHome } from '../catalogue/home.js'
import { postPlay } from '../play/routes.js'
import { userById } from '../user/queries.js'
import { userAnswer } from '../user/rules.js'
import { insertSession, insertVisitor, keepSecret, recordVisit, userOfSecret } from './queries.js'
import { clickIdsOf, isDeviceSecret, landingUrlOf, readWant, referrerHostOf, visitorNickname } from './rules.js'
import { findViewer, sessionEnd } from './session.js'

type LoginRequest = z.output<typeof visitorLogin.request>

interface Login {
  token: string
  userId: string
  expiresAt: Date
  isNew: boolean
}

/** Signs a visitor in: a valid token is used again, a device secret brings its visitor back, else there is a new one. */
export async function postVisitorLogin(context: RequestContext, request: LoginRequest) {
  const { lpid, isDropped } = readLpid(request.lpid)
  const settings = lpid === null ? undefined : await activeCampaign(context.db, lpid)
  const login = await signIn(context, request, lpid)
  await recordVisit(context.db, {
    ...{ id: makeIdentifier('v', context), userId: login.userId, lpid, isKnown: settings !== undefined },
    ...{ deviceId: context.deviceId, userAgent: context.userAgent, now: context.now },
    landingUrl: landingUrlOf(request.landing_url),
    referrerHost: referrerHostOf(request.referrer),
    clickIds: clickIdsOf(request.click_ids)
  })
  return {
    token: login.token,
    expires_at: login.expiresAt.getTime(),
    user: userAnswer(await userById(context.db, login.userId)),
    is_new: login.isNew,
    campaign: campaignAnswer(lpid, settings),
    warnings: isDropped ? ['lpid'] : [],
    first: await firstScreen(context, login, request.want),
    server_time: context.now.getTime()
  }
}

async function signIn(context: RequestContext, request: LoginRequest, lpid: string | null): Promise<Login> {
  const { db, viewer, token, now } = context
  const secretHash = isDeviceSecret(request.device_secret) ? digest(request.device_secret) : null
  if (viewer !== null && token !== null) {
    if (secretHash !== null) await keepSecret(db, secretHash, viewer.userId, now)
    return { token, userId: viewer.userId, expiresAt: viewer.expiresAt, isNew: false }
  }
  const known = secretHash === null ? null : await userOfSecret(db, secretHash)
  return known === null ? newVisitor(context, lpid, secretHash) : openSession(context, known)
}

async function openSession(context: RequestContext, userId: string): Promise<Login> {
  const session = sessionFor(context, userId)
  await insertSession(context.db, session)
  return { token: session.token, userId, expiresAt: session.expiresAt, isNew: false }
}

async function newVisitor(context: RequestContext, lpid: string | null, secretHash: string | null): Promise<Login> {
  const { db, lang, now } = context
  const userId = makeIdentifier('u', context)
  const session = sessionFor(context, userId)
  await transaction(db, async trx => {
    await insertVisitor(trx, { id: userId, nickname: visitorNickname(userId), locale: lang, lpid, now })
    await insertSession(trx, session)
    if (secretHash !== null) await keepSecret(trx, secretHash, userId, now)
  })
  return { token: session.token, userId, expiresAt: session.expiresAt, isNew: true }
}

function sessionFor({ random, deviceId, now }: RequestContext, userId: string) {
  const token = random.bytes(32).toString('base64url')
  return { token, tokenHash: digest(token), userId, deviceId, expiresAt: sessionEnd(now), now }
}

async function firstScreen(context: RequestContext, login: Login, want: string | undefined) {
  const wanted = readWant(want)
  if (wanted === null) return null
  const viewer = await findViewer(context.db, login.token, context.now)
  const asViewer = { ...context, viewer, token: login.token }
  try {
    if (wanted.screen === 'home') return await getHome(asViewer, {})
    return await postPlay(asViewer, { drama_id: wanted.dramaId, episode_no: wanted.episodeNo })
  } catch (error) {
    // Refused, or too busy: the visitor is signed in all the same, and the client asks again by itself.
    if (error instanceof BusinessError || isDatabaseUnavailable(error)) return null
    throw error
  }
}
