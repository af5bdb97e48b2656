import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'
import { END_OF_YEAR_9999_MS } from './protocol/time.js'

const time = z.number().int()

export const feedbackKind = z.enum(['bug', 'payment', 'content', 'idea', 'other'])
export type FeedbackKind = z.infer<typeof feedbackKind>

/** In code points. */
export const FEEDBACK_LIMIT = 2000

/** A viewer's message, or an operator's answer to one. */
export const feedbackText = z
  .string()
  .max(4 * FEEDBACK_LIMIT)
  .transform(text => text.trim())
  .refine(
    text => text !== '' && [...text].length <= FEEDBACK_LIMIT && !text.includes('\0'),
    `1 to ${FEEDBACK_LIMIT} characters`
  )

export const feedback = defineEndpoint({
  method: 'POST',
  path: '/feedback/submit',
  access: 'any',
  description: 'Sends a message to the operator.',
  limit: '5 an hour',
  request: z.object({
    lang: languageSchema,
    kind: feedbackKind,
    text: feedbackText,
    order_no: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .optional()
  }),
  response: z.object({ id: z.string() })
})

export const feedbackMessage = z.object({
  id: z.string(),
  kind: feedbackKind,
  text: z.string(),
  order_no: z.string().nullable(),
  created_at: time,
  answer: z.string().nullable(),
  answered_at: time.nullable(),
  is_unread: z.boolean()
})
export type FeedbackMessage = z.infer<typeof feedbackMessage>

export const feedbackIndex = defineEndpoint({
  method: 'GET',
  path: '/feedback/index',
  access: 'any',
  description: 'Lists the viewer’s messages with the operator’s answers, newest first.',
  notes: ['`unread` counts the answers that the viewer has not seen: see `/feedback/seen`.'],
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: listOf(feedbackMessage).extend({ unread: z.number().int() })
})
export type FeedbackIndex = z.infer<typeof feedbackIndex.response>

export const feedbackSeen = defineEndpoint({
  method: 'POST',
  path: '/feedback/seen',
  access: 'any',
  description: 'Marks the answers to these messages as seen.',
  notes: ['`until` is the newest `answered_at` that was shown: an answer that was changed later stays unread.'],
  request: z.object({
    lang: languageSchema,
    ids: z.array(z.string().min(1).max(64)).min(1).max(50),
    until: time.min(0).max(END_OF_YEAR_9999_MS)
  }),
  response: z.object({ unread: z.number().int() })
})
