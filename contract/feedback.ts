import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

export const feedbackKind = z.enum(['bug', 'payment', 'content', 'idea', 'other'])
export type FeedbackKind = z.infer<typeof feedbackKind>

export const feedback = defineEndpoint({
  method: 'POST',
  path: '/feedback/submit',
  access: 'any',
  description: 'Sends a message to the operator.',
  limit: '5 an hour',
  request: z.object({
    lang: languageSchema,
    kind: feedbackKind,
    text: z
      .string()
      .max(8000)
      .transform(text => text.trim())
      .refine(text => text !== '' && [...text].length <= 2000 && !text.includes('\0'), '1 to 2000 characters'),
    order_no: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .optional()
  }),
  response: z.object({ id: z.string() })
})
