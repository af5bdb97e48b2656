import { z } from 'zod'

/** Request part of every list: `cursor` comes from the previous answer; a foreign or broken one gives the first page. */
export const listRequest = z.object({
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(50).catch(20).optional()
})

/** Answer of every list, in keyset order and without totals. */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.object({ list: z.array(entry), next_cursor: z.string().nullable(), has_more: z.boolean() })
}
