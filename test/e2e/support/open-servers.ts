// Several servers behind one address: one database, one bucket for screenshots, and a folder of its own for each.
import { Agent, createServer, type IncomingMessage, request as requestOver, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openFakeBucket } from '../../server/support/fakes/fake-bucket.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { openProduct, type Product } from './open-product.js'

/** What docs/guide/hosting.md asks for. */
const COMMON_SECRETS = {
  MEDIA_SECRET: 'media secret of the journeys',
  ACCOUNT_SECRET: 'account secret of the journeys',
  PROMO_SECRET: 'promo secret of the journeys',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  TRUSTED_PROXIES: '1'
}

/** Each request goes to the next server, whoever sends it. */
export async function openServers(count: number, env: Record<string, string>): Promise<Product> {
  const postgres = await startPostgres()
  const bucket = await openFakeBucket('journeys')
  const settings = { ...COMMON_SECRETS, ...bucket.env, DATABASE_URL: await postgres.createDatabase(), ...env }
  const servers: Product[] = []
  for (let no = 0; no < count; no++) servers.push(await openProduct(settings))
  const proxy = await openRoundRobin(servers.map(({ origin }) => origin))
  return {
    origin: proxy.origin,
    async stop() {
      proxy.close()
      for (const server of servers) await server.stop()
      await bucket.close()
      await postgres.stop()
    }
  }
}

async function openRoundRobin(origins: readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/demo/mailbox')) {
      sendMails(origins, incoming, outgoing)
      return
    }
    turn += 1
    forward(origins[turn % origins.length] ?? '', { incoming, outgoing, agent })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
      agent.destroy()
    }
  }
}

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  agent: Agent
}

function forward(origin: string, { incoming, outgoing, agent }: Exchange): void {
  const { hostname, port } = new URL(origin)
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
  const onward = requestOver({ hostname, port, agent, method: incoming.method, path: incoming.url, headers })
  onward.once('response', response => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
    response.once('error', () => outgoing.destroy())
  })
  onward.once('error', () => outgoing.destroy())
  outgoing.once('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** The mailbox of a demonstration is in the memory of each server. */
async function sendMails(origins: readonly string[], incoming: IncomingMessage, outgoing: ServerResponse) {
  const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
  const answers = await Promise.all(
    origins.map(async origin => (await fetch(new URL(incoming.url ?? '', origin), { headers })).json())
  )
  const list = answers.flatMap(({ data }) => data.list).toSorted((one, other) => other.at - one.at)
  outgoing.setHeader('Content-Type', 'application/json')
  outgoing.end(JSON.stringify({ ...answers[0], data: { list } }))
}
