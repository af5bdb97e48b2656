import type { z } from 'zod'
import type { emailLogin, SignedIn, sendEmailCode } from '../../../contract/account.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { loggedError } from '../../lib/log.js'
import { digest } from '../../lib/sha256.js'
import { codeMail } from '../mail/code-mail.js'
import { requireViewer } from '../visitor/session.js'
import { checkCode, clearResendWait, makeEmailCode, secondsUntilResend, storeCode } from './email-code.js'
import { accountUserId, signInAs } from './sign-in.js'

const AGAIN_AFTER_SECONDS = 60

/** Sends a code. Who has an account is not looked up at all, so that nothing tells it. */
export async function postEmailCode(context: RequestContext, { email }: z.output<typeof sendEmailCode.request>) {
  const { db, limits, mailer, accountKeys, random, now, lang, address } = context
  if (mailer.mailer === null) throw new BusinessError(4503)
  limits.emailCode.take(context)
  const addressHash = accountKeys.addressHash(email)
  const wait = await secondsUntilResend(db, addressHash, now)
  if (wait > 0) return { sent: false, retry_after: wait }
  const code = makeEmailCode(random)
  const kept = { addressHash, codeHash: accountKeys.emailCodeHash(addressHash, code), now }
  if (!(await storeCode(db, kept))) return { sent: false, retry_after: AGAIN_AFTER_SECONDS }
  try {
    await context.waitElsewhere(mailer.mailer.send(codeMail(email, code, lang), { address }))
  } catch (error) {
    context.log.warn({ error: loggedError(error) }, 'a mail did not leave')
    await clearResendWait(db, kept)
    throw new BusinessError(5000)
  }
  return { sent: true, retry_after: AGAIN_AFTER_SECONDS }
}

/** Signs in to the account of an address with the code that was sent there. */
export async function postEmailLogin(
  context: RequestContext,
  { email, code }: z.output<typeof emailLogin.request>
): Promise<SignedIn> {
  const { db, limits, mailer, accountKeys, now, token } = context
  const viewer = requireViewer(context.viewer)
  if (mailer.mailer === null) throw new BusinessError(4503)
  const addressHash = accountKeys.addressHash(email)
  limits.codeGuess.take(context)
  const codeHash = accountKeys.emailCodeHash(addressHash, code.replace(/\D/g, ''))
  const session = digest(token ?? '')
  const outcome = await transaction(db, async trx => {
    const refused = await checkCode(trx, { addressHash, codeHash, session, now })
    if (refused !== null) return refused
    return signInAs(trx, { context, viewer, session, owner: await accountUserId(trx, email), email })
  })
  if (typeof outcome === 'number') throw new BusinessError(outcome)
  return outcome
}
