// Viewers in the states that the scenarios need, made over HTTP as the app would.
import { randomUUID } from 'node:crypto'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { createApiClient, signIn } from '../../server/support/api-client.js'
import { film } from '../support/episodes.js'

export interface Viewer {
  token: string
  /** Url of an episode's stream. */
  sign(no: number): Promise<string>
  buyCoins(): Promise<void>
  unlock(no: number): Promise<void>
  /** Body of the request that unlocks an episode. */
  priceOf(no: number): Promise<{ episode_id: string | undefined; expect_price: number | undefined }>
  saveProgress(no: number, position: number): Promise<void>
}

export async function openViewer(origin: string): Promise<Viewer> {
  const server = { fetch: (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init }) }
  const { token } = await signIn(server)
  const { get, post } = createApiClient(server, token, randomUUID())
  const drama_id = film.dramaId
  const play = async (no: number) => (await post('/drama/play', { drama_id, episode_no: no })).data
  const priceOf = async (no: number) => {
    const { data } = await get('/drama/episodes', { drama_id })
    const episode = data.list.find(listed => listed.no === no)
    return { episode_id: episode?.id, expect_price: episode?.price }
  }
  const key = () => ({ 'Idempotency-Key': randomUUID() })
  return {
    token: token ?? '',
    sign: async no => (await play(no)).sources[0]?.url ?? '',
    async buyCoins() {
      const { data } = await get('/store/index')
      const product_id = data.products.find(({ kind }) => kind === 'coins')?.id
      const order = await post('/store/order', { product_id, provider: 'sandbox' }, key())
      const body = new URLSearchParams({ decision: 'approve' })
      await server.fetch(`/pay/sandbox/${order.data.order_no}`, { method: 'POST', body })
    },
    priceOf,
    async unlock(no) {
      const { data } = await get('/drama/episodes', { drama_id })
      const episode = data.list.find(listed => listed.no === no)
      const { code, msg } = await post(
        '/drama/unlock',
        { episode_id: episode?.id, expect_price: episode?.price },
        key()
      )
      if (code !== SUCCESS_CODE) throw new Error(`episode ${no} was not unlocked: ${msg}`)
    },
    async saveProgress(no, position_s) {
      const { play_id, episode } = await play(no)
      await post('/drama/progress', { play_id, episode_id: episode.id, position_s })
    }
  }
}
