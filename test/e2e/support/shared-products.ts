// What test files share, started by the run's main process when the first file asks for it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EmbeddedPostgres, startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { openBusyProduct } from './busy-product.js'
import { openProduct, type Product } from './open-product.js'
import { openServers } from './open-servers.js'

export const SHARED_OPERATOR_KEY = 'key of the shared product'

/** `npm run journeys:servers` sets it: the sample is then on so many servers. */
const serverCount = Number(process.env.JOURNEY_SERVERS ?? 1)

const openers = {
  sample: () => {
    const env = { OPERATOR_KEY: SHARED_OPERATOR_KEY }
    return serverCount > 1 ? openServers(serverCount, env) : openProduct(env)
  },
  busy: openBusyProduct
}
type SharedProductName = keyof typeof openers

/** Sets `SHARED_PRODUCTS_ORIGIN` for the workers. Returns a function that stops what was started. */
export async function serveSharedProducts(): Promise<() => Promise<void>> {
  const cleanups: (() => Promise<void>)[] = []
  const products = new Map<SharedProductName, Promise<Product>>()
  let postgres: Promise<{ server: EmbeddedPostgres; template: string }> | undefined

  async function openShared(name: SharedProductName): Promise<Product> {
    const product = await openers[name]()
    cleanups.push(product.stop)
    return product
  }
  async function preparePostgres() {
    const server = await startPostgres()
    cleanups.push(server.stop)
    const template = await server.createDatabase()
    const product = await openProduct({ DATABASE_URL: template })
    await product.stop()
    return { server, template }
  }
  async function respond(path: string): Promise<string> {
    if (path === '/database') {
      postgres ??= preparePostgres()
      const { server, template } = await postgres
      return server.createDatabase(template)
    }
    const name = path === '/busy' ? 'busy' : 'sample'
    const product = products.get(name) ?? openShared(name)
    products.set(name, product)
    return (await product).origin
  }

  const server = createServer((request, response) => {
    respond(request.url ?? '').then(
      text => response.end(text),
      error => response.writeHead(500).end(String(error))
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  process.env.SHARED_PRODUCTS_ORIGIN = `http://127.0.0.1:${port}`
  return async () => {
    server.close()
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

async function request(name: SharedProductName | 'database'): Promise<string> {
  const response = await fetch(`${process.env.SHARED_PRODUCTS_ORIGIN}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Tests of a shared product tell each other apart by their visitors. */
export async function getSharedProduct(name: SharedProductName = 'sample'): Promise<Product> {
  return { origin: await request(name), stop: async () => undefined }
}

/** The address of a new Postgres database with the sample catalogue. */
export const createSampleDatabase = (): Promise<string> => request('database')
