import { systemRandom } from '../../../server/lib/random.js'
import { createInvitationToken } from '../../../server/modules/member/member-link.js'
import type { MemberRole } from '../../../server/modules/member/member-role.js'
import type { TestServer } from './open-test-server.js'

/** Each test knows the shape of its `data`. */
interface ConsoleAnswer {
  status: number
  code: number
  data: Awaited<ReturnType<Response['json']>>
  headers: Headers
}

export interface ConsoleClient {
  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer>
  /** Sends what the console's page sends, unless `headers` replace it. */
  post(path: string, body?: object, headers?: Record<string, string>): Promise<ConsoleAnswer>
  /** `Set-Cookie` of the newest answer that had one. */
  setCookie: string
  cookie: string
  csrfToken: string
}

/** A browser with the console open. `path` is below `/console/api/`. */
export function createConsoleClient(server: TestServer): ConsoleClient {
  const send = async (
    path: string,
    init: RequestInit & { headers: Record<string, string> }
  ): Promise<ConsoleAnswer> => {
    const headers = { ...(client.cookie === '' ? {} : { Cookie: client.cookie }), ...init.headers }
    const response = await server.fetch(`/console/api/${path}`, { ...init, headers })
    const set = response.headers.get('Set-Cookie')
    if (set !== null) {
      client.setCookie = set
      client.cookie = /^[^=]+=;/.test(set) || set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    }
    const { code, data } = await response.json()
    return { status: response.status, code, data, headers: response.headers }
  }
  const client: ConsoleClient = {
    cookie: '',
    setCookie: '',
    csrfToken: '',
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          'Sec-Fetch-Site': 'same-origin',
          'X-CSRF-Token': client.csrfToken,
          ...headers
        }
      })
  }
  return client
}

export async function readCsrfToken(client: ConsoleClient): Promise<void> {
  client.csrfToken = (await client.get('session')).data.csrf_token ?? ''
}

interface NewMember {
  role: MemberRole
  email?: string
  partnerId?: string
  isPartnerAdmin?: boolean
}

/** A new member, and the token of a link that signs them in once. */
export async function addMember(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  {
    role,
    email = `${role}-${systemRandom.bytes(4).toString('hex')}@console.test`,
    partnerId,
    isPartnerAdmin = false
  }: NewMember
): Promise<{ id: string; email: string; token: string }> {
  const now = new Date(clock.now())
  const id = `m_${systemRandom.bytes(16).toString('hex')}`
  const values = {
    id,
    email,
    name: role,
    role,
    partner_id: partnerId ?? null,
    is_partner_admin: isPartnerAdmin,
    created_at: now
  }
  await db.insertInto('members').values(values).execute()
  const { token } = await db.transaction().execute(trx => createInvitationToken(trx, id, { random: systemRandom, now }))
  return { id, email, token }
}

/** A signed-in member with this role. */
export async function signInMember(server: TestServer, member: NewMember) {
  const { id, email, token } = await addMember(server, member)
  const client = createConsoleClient(server)
  const { code } = await client.post('link_login', { token })
  if (code !== 200) throw new Error(`link_login answered ${code}`)
  await readCsrfToken(client)
  return { ...member, id, email, client }
}
