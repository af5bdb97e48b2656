import type { z } from 'zod'
import type { recover, SignInResponse } from '../../../contract/account.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Random } from '../../lib/random.js'
import { sha256Hex } from '../../lib/sha256.js'
import { requireViewer } from '../visitor/session.js'
import type { KeyedHashes } from './keyed-hashes.js'
import { signInAs } from './sign-in.js'

/** 32 characters without I, O, 0 and 1, which look alike. A code of 12 has 60 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12
const GROUP_LENGTH = 4

function createRecoveryCode(random: Random): string {
  const characters = [...random.bytes(CODE_LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length] ?? '').join('')
  return characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? characters
}

const normalizeCode = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The hash under which the code's user is stored; also of a text that is no code. */
export const hashRecoveryCode = (accountKeys: KeyedHashes, text: string) =>
  accountKeys.recoveryHash(normalizeCode(text))

export async function postRecoveryCode(context: RequestContext) {
  const { db, limits, random, accountKeys } = context
  const { userId } = requireViewer(context.viewer)
  await limits.recoveryCode.take(context)
  const code = createRecoveryCode(random)
  await db
    .updateTable('users')
    .set({ recovery_hash: hashRecoveryCode(accountKeys, code) })
    .where('id', '=', userId)
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return { code }
}

export async function postRecover(
  context: RequestContext,
  { code }: z.output<typeof recover.request>
): Promise<SignInResponse> {
  const { db, limits, accountKeys, metrics, token } = context
  const viewer = requireViewer(context.viewer)
  await limits.recoveryGuess.take(context)
  const hash = hashRecoveryCode(accountKeys, code)
  const signedIn = await transaction(db, async trx => {
    const owner = await trx.selectFrom('users').select('id').where('recovery_hash', '=', hash).executeTakeFirst()
    if (owner === undefined) throw new BusinessError(4501)
    const session = sha256Hex(token ?? '')
    return signInAs(trx, { context, viewer, session, owner: owner.id, email: null, recoveryHash: hash })
  })
  metrics.signIns.inc({ method: 'recovery_code' })
  return signedIn
}
