import { z } from 'zod'

export type Consent = 'granted' | 'denied' | 'unknown'

/**
 * What the viewer has agreed to: `unknown`, as which anything else counts, before an answer. Unless it was granted
 * nothing is kept of where they came from. A page that does not ask sends none, and answers for it by terms of its own.
 */
export const consent = z
  .string()
  .transform((said): Consent => (said === 'granted' || said === 'denied' ? said : 'unknown'))
