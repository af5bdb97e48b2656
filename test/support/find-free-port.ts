import { once } from 'node:events'
import { createServer } from 'node:net'

export async function findFreePort(): Promise<number> {
  const listener = createServer().listen(0)
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
