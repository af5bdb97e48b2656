import type { ColumnType } from 'kysely'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

/** The tables of accounts. */
export interface AccountTables {
  device_secrets: DeviceSecretTable
  email_codes: EmailCodeTable
  account_merges: AccountMergeTable
}

/** What an account adds to a user. `merged_into` is whom a visitor became part of. */
export interface AccountColumns {
  email: OptionalText
  email_verified_at: OptionalInstant
  recovery_hash: OptionalText
  merged_into: OptionalText
}

/** What brings a visitor back; `device_id` is the device it came with last. */
interface DeviceSecretTable {
  secret_hash: string
  user_id: string
  created_at: Instant
  device_id: OptionalText
}

/**
 * The code that was sent to an address last; `used_by` is the hash of the session that signed in with it, `spent_until`
 * when all mails sent so far are made up for.
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

/** A visitor that became part of a user; `summary` is JSON text, what the viewer was told. */
interface AccountMergeTable {
  from_user_id: string
  user_id: string
  summary: string
  created_at: Instant
}
