import { expect } from 'vitest'
import { type ApiClient, createApiClient, signIn } from './api-client.js'
import type { TestServer } from './open-test-server.js'

let addresses = 0

export function newAddress(): string {
  addresses += 1
  return `viewer${addresses}@mail.test`
}

export type Viewer = Awaited<ReturnType<typeof signIn>>

export async function readEmailCode(server: TestServer, email: string): Promise<string> {
  const answer = await server.fetch(`/demo/mailbox?address=${encodeURIComponent(email)}`)
  const { data } = await answer.json()
  return /\d{6}/.exec(data.list[0]?.subject ?? '')?.[0] ?? ''
}

export async function requestCode(server: TestServer, email: string, caller: ApiClient): Promise<string> {
  server.clock.advance(61_000)
  expect((await caller.post('/user/email_code', { email })).data).toEqual({ sent: true, retry_after: 60 })
  return readEmailCode(server, email)
}

export async function signInByMail(server: TestServer, email: string, visitor: ApiClient) {
  const code = await requestCode(server, email, visitor)
  const answer = await visitor.post('/user/email_login', { email, code })
  expect(answer.code).toBe(200)
  const { data } = answer
  return { ...createApiClient(server, data.token), userId: data.user.id, merged: data.merged, code }
}

export async function openAccount(server: TestServer, email = newAddress()) {
  return { ...(await signInByMail(server, email, await signIn(server))), email }
}

export const newSecret = () => Math.random().toString(36).slice(2).padEnd(43, 'x')
