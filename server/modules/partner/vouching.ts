import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isSame } from '../../lib/constant-time-equal.js'
import type { AccountKeys } from '../account/keyed-hashes.js'
import type { Vouched } from '../visitor/session.js'
import { readSigner } from './partner-token.js'

/**
 * Whether a page goes on vouching for the viewer of a session: a partner's sign-out is one here, too. The token's time
 * does not matter, as pages stay open longer than that.
 */
export async function isStillVouched(
  db: Kysely<Database>,
  keys: Pick<AccountKeys, 'subjectHash'>,
  { id, subjectHash }: Vouched,
  token: string | null
): Promise<boolean> {
  const signer = token === null ? null : await readSigner(db, token)
  return signer?.partnerId === id && isSame(keys.subjectHash(id, signer.subject), subjectHash)
}
