import { z } from 'zod'

/** What a viewer has, in coins: bought ones, and bonus, which is spent first and ends. */
export const balance = z.object({ coins: z.number().int(), bonus: z.number().int() })

/** `until` in epoch ms, null for who never had a pass. */
export const vipStatus = z.object({ active: z.boolean(), until: z.number().int().nullable() })
