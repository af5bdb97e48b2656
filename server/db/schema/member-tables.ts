import type { ColumnType, Selectable } from 'kysely'
import type { MemberRole } from '../../modules/member/member-role.js'
import type { BigIntColumn, Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface MemberTables {
  members: MemberTable
  member_failures: MemberFailureTable
  member_links: MemberLinkTable
  member_passkeys: MemberPasskeyTable
  member_challenges: MemberChallengeTable
  member_sessions: MemberSessionTable
  member_answers: MemberAnswerTable
}

interface MemberTable {
  id: string
  email: string
  name: string
  role: MemberRole
  partner_id: OptionalText
  /** Manages the other members of the partner. */
  is_partner_admin: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Instant
  disabled_at: OptionalInstant
}

export type MemberRow = Selectable<MemberTable>

/** Wrong codes since the last sign-in, also for addresses that no member has. */
interface MemberFailureTable {
  address_hash: string
  failures: number
  failed_at: Instant
  locked_until: OptionalInstant
}

/** Without a member it makes the first owner. */
interface MemberLinkTable {
  token_hash: string
  member_id: OptionalText
  created_at: Instant
  expires_at: Instant
}

/** `id` and `public_key` are base64url, `transports` is JSON. */
interface MemberPasskeyTable {
  id: string
  member_id: string
  public_key: string
  counter: BigIntColumn
  transports: string
  name: string
  created_at: Instant
  used_at: OptionalInstant
}

interface MemberChallengeTable {
  challenge: string
  member_id: OptionalText
  expires_at: Instant
}

interface MemberSessionTable {
  id: string
  token_hash: string
  member_id: string
  address: string
  user_agent: string
  created_at: Instant
  seen_at: Instant
  expires_at: Instant
  ended_at: OptionalInstant
}

/** Answer to an `Idempotency-Key`; null while the action runs. */
interface MemberAnswerTable {
  member_id: string
  key: string
  request_hash: string
  answer: OptionalText
  created_at: Instant
}
