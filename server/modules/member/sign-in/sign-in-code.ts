import type { Lang } from '../../../../contract/protocol/language.js'
import { transaction } from '../../../db/transaction.js'
import { BusinessError } from '../../../http/business-error.js'
import { toLoggedError } from '../../../lib/log.js'
import { sha256Hex } from '../../../lib/sha256.js'
import {
  checkCode,
  clearResendWait,
  createEmailCode,
  EMAIL_CODE_RESEND_DELAY_SECONDS,
  secondsUntilResend,
  storeCode
} from '../../account/email-code.js'
import { createMemberCodeMail } from '../../mail/member-mail.js'
import type { ConsoleContext } from '../console-action.js'
import { findActiveMember } from '../members.js'
import { clearFailures, countFailure, requireUnlocked } from './lockout.js'

/** Answers the same, and as fast, whether a member has the address or not. */
export async function sendSignInCode(context: ConsoleContext, email: string, lang: Lang) {
  const { db, mailer, accountKeys, random, now, address, log } = context
  if (mailer.mailer === null) throw new BusinessError(4503)
  const addressHash = accountKeys.memberAddressHash(email)
  await requireUnlocked(db, addressHash, now)
  const waitSeconds = await secondsUntilResend(db, addressHash, now)
  if (waitSeconds > 0) return { sent: false, retry_after: waitSeconds }
  const code = createEmailCode(random)
  const newCode = { addressHash, codeHash: accountKeys.emailCodeHash(addressHash, code), now }
  if (!(await storeCode(db, newCode))) return { sent: false, retry_after: EMAIL_CODE_RESEND_DELAY_SECONDS }
  const member = await findActiveMember(db, email)
  if (member !== undefined) {
    mailer.mailer.send(createMemberCodeMail(email, code, lang), { address }).catch(async error => {
      log.warn({ error: toLoggedError(error) }, 'a sign-in code for the console was not sent')
      await clearResendWait(db, newCode).catch(() => undefined)
    })
  }
  return { sent: true, retry_after: EMAIL_CODE_RESEND_DELAY_SECONDS }
}

/** Returns the member's id. Throws 4501 for a wrong code, 4502 while the address is locked. */
export async function checkSignInCode(
  { db, accountKeys, random, now, log }: ConsoleContext,
  { email, code }: { email: string; code: string }
): Promise<string> {
  const addressHash = accountKeys.memberAddressHash(email)
  await requireUnlocked(db, addressHash, now)
  const codeHash = accountKeys.emailCodeHash(addressHash, code)
  // A session that nobody has: a code signs in only once.
  const session = sha256Hex(random.bytes(16))
  const refusal = await transaction(db, trx => checkCode(trx, { addressHash, codeHash, session, now }))
  const member = refusal === null ? await findActiveMember(db, email) : undefined
  if (member === undefined) {
    const isLocked = await countFailure(db, addressHash, now)
    if (isLocked) log.warn({ address_hash: addressHash }, 'console: five wrong codes, sign-in is locked for a while')
    throw new BusinessError(refusal ?? 4501)
  }
  await clearFailures(db, addressHash)
  return member.id
}
