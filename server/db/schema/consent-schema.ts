import type { ColumnType, JSONColumnType } from 'kysely'
import type { Consent } from '../../../contract/visitor.js'

/** What was agreed to of a visit, and the campaign parameters of its address, by their names without `utm_`. */
export interface ConsentColumns {
  /** Null where the page answers for it by terms of its own. */
  consent: ColumnType<Consent | null, Consent | null | undefined, Consent | null>
  utm: JSONColumnType<Record<string, string>, string | undefined>
}
