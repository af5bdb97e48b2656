import type { z } from 'zod'
import type { recover, SignedIn } from '../../../contract/account.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Random } from '../../lib/random.js'
import { digest } from '../../lib/sha256.js'
import { requireViewer } from '../visitor/session.js'
import { signInAs } from './sign-in.js'

/** 32 signs that nobody takes for another: no I, O, 0 or 1. Twelve of them are 60 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 12
const GROUP = 4

/** A code such as `K7QM-2WXA-9DPT`. */
export function makeCode(random: Random): string {
  const signs = [...random.bytes(LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length] ?? '').join('')
  return signs.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? signs
}

/** The code as it is hashed: however it was typed. */
const plainCode = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Gives the caller a new recovery code, which is kept only as a hash; the one before opens nothing any more. */
export async function postRecoveryCode(context: RequestContext) {
  const { db, limits, random, accountKeys } = context
  const { userId } = requireViewer(context.viewer)
  limits.recoveryCode.take(context)
  const code = makeCode(random)
  await db
    .updateTable('users')
    .set({ recovery_hash: accountKeys.recoveryHash(plainCode(code)) })
    .where('id', '=', userId)
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return { code }
}

/** Signs in to whoever a recovery code belongs to. */
export async function postRecover(
  context: RequestContext,
  { code }: z.output<typeof recover.request>
): Promise<SignedIn> {
  const { db, limits, accountKeys, token } = context
  const viewer = requireViewer(context.viewer)
  limits.recoveryGuess.take(context)
  const hash = accountKeys.recoveryHash(plainCode(code))
  return transaction(db, async trx => {
    const owner = await trx.selectFrom('users').select('id').where('recovery_hash', '=', hash).executeTakeFirst()
    if (owner === undefined) throw new BusinessError(4501)
    const session = digest(token ?? '')
    return signInAs(trx, { context, viewer, session, owner: owner.id, email: null, recoveryHash: hash })
  })
}
