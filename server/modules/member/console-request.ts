import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { sendEnvelope } from '../../http/respond.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Services } from '../../services.js'
import { findMemberSession, type MemberSession, SESSION_LIFETIME_S } from './member-session.js'

const COOKIE = 'drama_console'
/** The viewers' pages of the same origin never get the cookie. */
const COOKIE_PATH = '/console'

/** Null if nobody is signed in. */
export async function readConsoleSession(context: Context, services: Services): Promise<MemberSession | null> {
  const token = getCookie(context, COOKIE)
  if (token === undefined) return null
  const now = new Date(services.clock.now())
  return withDeadline(findMemberSession(services.db, token, now), services.liveness)
}

export function setSessionCookie(context: Context, services: Services, token: string): void {
  setCookie(context, COOKIE, token, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'Strict',
    secure: readCaller(context, services).origin.startsWith('https:'),
    maxAge: SESSION_LIFETIME_S
  })
}

export const deleteSessionCookie = (context: Context) => {
  deleteCookie(context, COOKIE, { path: COOKIE_PATH })
}

/** True for a request of the console's own page. Browsers that do not send `Sec-Fetch-Site` send `Origin` with a POST. */
export function isSameOrigin(context: Context, services: Services): boolean {
  const site = context.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return context.req.header('Origin') === readCaller(context, services).origin
}

export const hasCsrfToken = (context: Context, { csrfToken }: MemberSession) =>
  constantTimeEqual(context.req.header('X-CSRF-Token') ?? '', csrfToken)

export const sendForbidden = (context: Context, msg: string) =>
  sendEnvelope(context, { code: 403, msg, data: null }, { secret: null, status: 403 })
