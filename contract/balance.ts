import { z } from 'zod'

export const balance = z.object({ coins: z.number().int(), bonus: z.number().int() })

export const vipStatus = z.object({ active: z.boolean(), until: z.number().int().nullable() })
