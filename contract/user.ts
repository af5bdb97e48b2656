import { z } from 'zod'
import { continueCard } from './drama.js'
import { endpoint } from './endpoint.js'
import { langSchema } from './lang.js'
import { listOf, listRequest } from './list.js'

export const user = z.object({
  id: z.string(),
  kind: z.enum(['visitor', 'user']),
  nickname: z.string(),
  avatar_url: z.string().nullable(),
  locale: z.string(),
  auto_unlock: z.boolean()
})
export type User = z.infer<typeof user>

export const userInfo = endpoint({
  method: 'GET',
  path: '/user/info',
  access: 'any',
  request: z.object({ lang: langSchema }),
  response: z.object({
    user,
    balance: z.object({ coins: z.number().int(), bonus: z.number().int() }),
    vip: z.object({ active: z.boolean(), until: z.number().int().nullable() }),
    server_time: z.number().int()
  })
})
export type UserInfo = z.infer<typeof userInfo.response>

export const userHistory = endpoint({
  method: 'GET',
  path: '/user/history',
  access: 'any',
  request: z.object({ lang: langSchema }).extend(listRequest.shape),
  response: listOf(continueCard)
})
