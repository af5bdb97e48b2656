import { z } from 'zod'

/** `cursor` is the `next_cursor` of the previous page. An invalid cursor returns the first page. */
export const listRequest = z.object({
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(50).catch(20).optional()
})

export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.object({ list: z.array(entry), next_cursor: z.string().nullable(), has_more: z.boolean() })
}
