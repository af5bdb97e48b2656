import type { ColumnType } from 'kysely'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface AccountTables {
  device_secrets: DeviceSecretTable
  email_codes: EmailCodeTable
  account_merges: AccountMergeTable
}

export interface AccountColumns {
  email: OptionalText
  email_verified_at: OptionalInstant
  recovery_hash: OptionalText
  merged_into: OptionalText
}

interface DeviceSecretTable {
  secret_hash: string
  user_id: string
  created_at: Instant
  device_id: OptionalText
}

/**
 * `used_by` is the hash of the session that signed in with the code. Each mail advances `spent_until`, which limits the
 * mails per address.
 */
interface EmailCodeTable {
  address_hash: string
  code_hash: string
  tries: number
  sent_at: Instant
  expires_at: Instant
  used_by: string | null
  spent_until: ColumnType<Date, Date | undefined, Date>
}

interface AccountMergeTable {
  from_user_id: string
  user_id: string
  summary: string
  created_at: Instant
}
