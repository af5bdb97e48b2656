// Signing in for tests, the way a viewer does: the code is read in the mailbox of the demonstration.
import { expect } from 'vitest'
import { type ApiClient, createApiClient, signIn } from './api-client.js'
import type { TestServer } from './open-test-server.js'

let addresses = 0

/** An address nobody has used. */
export function newAddress(): string {
  addresses += 1
  return `viewer${addresses}@mail.test`
}

export type Viewer = Awaited<ReturnType<typeof signIn>>

/** The digits in the newest mail to an address. */
export async function codeIn(server: TestServer, email: string): Promise<string> {
  const answer = await server.fetch(`/demo/mailbox?address=${encodeURIComponent(email)}`)
  const { data } = await answer.json()
  return /\d{6}/.exec(data.list[0]?.subject ?? '')?.[0] ?? ''
}

/** Asks for a code, a minute after the last one, and reads it. */
export async function requestCode(server: TestServer, email: string, caller: ApiClient): Promise<string> {
  server.clock.advance(61_000)
  expect((await caller.post('/user/email_code', { email })).data).toEqual({ sent: true, retry_after: 60 })
  return codeIn(server, email)
}

/** Signs a visitor in with an address; gives the client of the new token and the answer. */
export async function signInByMail(server: TestServer, email: string, visitor: ApiClient) {
  const code = await requestCode(server, email, visitor)
  const answer = await visitor.post('/user/email_login', { email, code })
  expect(answer.code).toBe(200)
  const { data } = answer
  return { ...createApiClient(server, data.token), userId: data.user.id, merged: data.merged, code }
}

/** A fresh account of a visitor who had nothing. */
export async function openAccount(server: TestServer, email = newAddress()) {
  return { ...(await signInByMail(server, email, await signIn(server))), email }
}

/** A device nobody knows, with its secret. */
export const newSecret = () => Math.random().toString(36).slice(2).padEnd(43, 'x')
