import type { TestServer } from './open-test-server.js'

export const OPERATOR_KEY = 'the key of these tests'

/** Calls the operator API as `npm run operator` does. */
export async function operate(server: Pick<TestServer, 'fetch'>, path: string, body: object) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { Authorization: OPERATOR_KEY } }
  return (await server.fetch(`/operator/${path}`, init)).json()
}

let campaigns = 0

export async function openCampaign(
  server: Pick<TestServer, 'clock' | 'db'>,
  more: { timezone?: string; start_drama_id?: string } = {}
) {
  campaigns += 1
  const lpid = `camp_${campaigns}`
  const values = { lpid, name: `=Campaign ${campaigns}`, status: 'active', created_at: new Date(server.clock.now()) }
  const place = { start_drama_id: null, start_episode_no: null, free_episodes_override: null }
  await server.db
    .insertInto('campaigns')
    .values({ ...values, status: 'active', ...place, ...more })
    .execute()
  return lpid
}

export async function openPartner(server: TestServer, lpids: readonly string[]) {
  const { data } = await operate(server, 'partner_create', { name: 'Ads & Co' })
  const id: string = data.id
  for (const lpid of lpids) await operate(server, 'partner_give', { id, lpid })
  return { id, ...asPartner(server, data.key) }
}

export function asPartner(server: TestServer, key: string) {
  const headers = { Authorization: `Bearer ${key}` }
  return {
    key,
    raw: (path: string, query: Record<string, string> = {}) =>
      server.fetch(`/partner/${path}?${new URLSearchParams(query)}`, { headers }),
    get: async (path: string, query: Record<string, string> = {}) =>
      (await server.fetch(`/partner/${path}?${new URLSearchParams(query)}`, { headers })).json(),
    post: async (path: string, body: object) =>
      (await server.fetch(`/partner/${path}`, { method: 'POST', body: JSON.stringify(body), headers })).json()
  }
}
