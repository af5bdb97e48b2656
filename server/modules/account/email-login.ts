import type { z } from 'zod'
import type { emailLogin, SignInResponse, sendEmailCode } from '../../../contract/account.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { toLoggedError } from '../../lib/log.js'
import { sha256Hex } from '../../lib/sha256.js'
import { createCodeMail } from '../mail/code-mail.js'
import { requireViewer } from '../visitor/session.js'
import {
  checkCode,
  clearResendWait,
  createEmailCode,
  EMAIL_CODE_RESEND_DELAY_SECONDS,
  secondsUntilResend,
  storeCode
} from './email-code.js'
import { findAccountUserId, signInAs } from './sign-in.js'

/** Does not look up the account, so that the response cannot reveal whether it exists. */
export async function postEmailCode(context: RequestContext, { email }: z.output<typeof sendEmailCode.request>) {
  const { db, limits, mailer, accountKeys, random, now, lang, address } = context
  if (mailer.mailer === null) throw new BusinessError(4503)
  await limits.emailCode.take(context)
  const addressHash = accountKeys.addressHash(email)
  const waitSeconds = await secondsUntilResend(db, addressHash, now)
  if (waitSeconds > 0) return { sent: false, retry_after: waitSeconds }
  const code = createEmailCode(random)
  const newCode = { addressHash, codeHash: accountKeys.emailCodeHash(addressHash, code), now }
  if (!(await storeCode(db, newCode))) return { sent: false, retry_after: EMAIL_CODE_RESEND_DELAY_SECONDS }
  try {
    await context.trackExternalWait(mailer.mailer.send(createCodeMail(email, code, lang), { address }))
  } catch (error) {
    context.log.warn({ error: toLoggedError(error) }, 'a mail was not sent')
    await clearResendWait(db, newCode)
    throw new BusinessError(5000)
  }
  return { sent: true, retry_after: EMAIL_CODE_RESEND_DELAY_SECONDS }
}

export async function postEmailLogin(
  context: RequestContext,
  { email, code }: z.output<typeof emailLogin.request>
): Promise<SignInResponse> {
  const { db, limits, mailer, accountKeys, metrics, now, token } = context
  const viewer = requireViewer(context.viewer)
  if (mailer.mailer === null) throw new BusinessError(4503)
  const addressHash = accountKeys.addressHash(email)
  await limits.codeGuess.take(context)
  const codeHash = accountKeys.emailCodeHash(addressHash, code.replace(/\D/g, ''))
  const session = sha256Hex(token ?? '')
  const result = await transaction(db, async trx => {
    const errorCode = await checkCode(trx, { addressHash, codeHash, session, now })
    if (errorCode !== null) return errorCode
    return signInAs(trx, { context, viewer, session, owner: await findAccountUserId(trx, email), email })
  })
  if (typeof result === 'number') throw new BusinessError(result)
  metrics.signIns.inc({ method: 'email' })
  return { ...result, event_id: accountKeys.registerEventId(result.user.id) }
}
