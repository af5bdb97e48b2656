import { z } from 'zod'

/** What a member of the console may do. An owner may do everything, a `partner` sees campaigns of one partner only. */
export const memberRole = z.enum(['owner', 'editor', 'reviewer', 'support', 'analyst', 'partner'])

export type MemberRole = z.output<typeof memberRole>

/** Roles that an operator action names. Owners need no name, because they may run every action. */
export type OperatorRole = Exclude<MemberRole, 'owner' | 'partner'>
