import type { Selectable } from 'kysely'
import type { User } from '../../../contract/user.js'
import type { Database } from '../../db/schema/schema.js'

/** Contains the e-mail address: send it only to the user. */
export function toUserResponse(row: Selectable<Database['users']>): User {
  const { id, kind, nickname, avatar_url, locale, auto_unlock, email } = row
  return { id, kind, nickname, avatar_url, locale, auto_unlock, email }
}
