import { z } from 'zod'
import { replaceLoneSurrogates } from '../../../lib/text.js'

const REASON_LIMIT = 500

/** What an operator says about an action; the audit log keeps it. */
export const operatorReason = z
  .string()
  .max(4 * REASON_LIMIT)
  .transform(text => replaceLoneSurrogates(text.trim()))
  .refine(text => text !== '' && [...text].length <= REASON_LIMIT && !text.includes('\0'))

/** The same request again with this key happens once. */
export const requestKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)
