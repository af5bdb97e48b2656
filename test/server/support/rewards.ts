import sharp from 'sharp'
import type { RewardChannel } from '../../../contract/reward.js'
import type { ReviewContext } from '../../../server/modules/reward/review/review.js'
import { decideOverdue } from '../../../server/modules/reward/review/review-job.js'
import { createDraw } from '../../support/seeded-random.js'
import type { ApiClient } from './api-client.js'
import { serveFilm } from './film.js'
import { newKey } from './money.js'
import type { TestServer } from './open-test-server.js'

const WIDTH = 720
const HEIGHT = 1440

type Colour = readonly [number, number, number]

/** Draws a chat screenshot as PNG, pixel by pixel because the server blocks SVG in the whole process. */
export function drawChat(seed: number): Promise<Buffer> {
  const draw = createDraw(seed)
  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1))
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const fill = (x: number, y: number, width: number, height: number, colour: Colour) => {
    const right = Math.min(WIDTH, x + width)
    for (let row = y; row < Math.min(HEIGHT, y + height); row++) {
      pixels.fill(Buffer.from(colour), (row * WIDTH + x) * 3, (row * WIDTH + right) * 3)
    }
  }
  const any = (): Colour => [between(0, 255), between(0, 255), between(0, 255)]
  const isDark = seed % 2 === 0
  fill(0, 0, WIDTH, HEIGHT, isDark ? [11, 20, 26] : [239, 234, 226])
  fill(0, 0, WIDTH, 150, [0, 128, 105])
  fill(between(90, 180), 64, 72, 72, any())
  for (let y = between(170, 220); y < HEIGHT - 200; ) {
    const isMine = between(0, 1) === 1
    const [width, lines] = [between(180, 540), between(1, 5)]
    const [x, height] = [isMine ? WIDTH - width - 20 : 20, 30 + lines * 40]
    const paper: Colour = isDark ? (isMine ? [0, 92, 75] : [32, 44, 51]) : isMine ? [217, 253, 211] : [255, 255, 255]
    fill(x, y, width, height, paper)
    for (let line = 0; line < lines; line++) {
      fill(x + 20, y + 22 + line * 40, between(60, width - 50), 18, [138, 148, 156])
    }
    if (between(0, 3) === 0) fill(x + 20, y + 20, width - 60, height - 40, any())
    y += height + between(10, 50)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

export async function sendImage(
  server: Pick<TestServer, 'fetch'>,
  token: string | null,
  bytes: Uint8Array,
  { name = 'share.png', purpose = 'reward' } = {}
) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  form.set('purpose', purpose)
  form.set('lang', 'pt')
  const headers: Record<string, string> = token === null ? {} : { Authorization: token }
  const answer = await server.fetch('/upload/image', { method: 'POST', headers, body: form })
  const { code, data } = await answer.json()
  return { status: answer.status, code, data }
}

let seeds = 1000

export async function sendNewImage(server: TestServer, token: string | null): Promise<string> {
  seeds += 1
  const { data } = await sendImage(server, token, await drawChat(seeds))
  return data.image_id
}

/** Inserts a new picture without an upload, which is faster; returns its id. */
export async function keepNewImage({ db, clock }: TestServer, userId: string): Promise<string> {
  seeds += 1
  const id = `i_${seeds.toString(16).padStart(32, '0')}`
  const now = new Date(clock.now())
  const prints = JSON.stringify({ bits: [''], turned: [], isBlank: false, isPlain: true })
  const image = { id, user_id: userId, sha256: seeds.toString(16).padStart(64, '0'), prints, width: 720, height: 1440 }
  const expires_at = new Date(now.getTime() + 86_400_000)
  await db
    .insertInto('reward_images')
    .values({ ...image, created_at: now, expires_at })
    .execute()
  return id
}

export function submit(viewer: ApiClient, channel: RewardChannel, more: object, key = newKey()) {
  return viewer.post('/reward/submit', { channel, ...more }, key)
}

/** Watches and browses for all four tasks, worth 65 bonus to each viewer. */
export async function earnDailyTasks(server: TestServer, viewers: readonly (ApiClient & { userId: string })[]) {
  const plays: { viewer: ApiClient; nonce: string; play_id: string }[] = []
  for (const viewer of viewers) {
    const { nonce } = (await viewer.post('/task/start', { code: 'home_15s' })).data
    const { play_id } = (await viewer.post('/drama/play', { episode_id: 'e_rain_1' })).data
    await serveFilm(server, viewer.userId, 'e_rain_1')
    plays.push({ viewer, nonce, play_id })
  }
  server.clock.advance(15 * 60_000)
  const beats = Array.from({ length: 15 }, (_, seq) => ({ seq, from_s: 0, to_s: 60, played_s: 60 }))
  for (const { viewer, nonce, play_id } of plays) {
    await viewer.post('/task/report', { code: 'home_15s', nonce })
    await viewer.post('/drama/progress', { play_id, episode_id: 'e_rain_1', position_s: 1, beats })
  }
}

/** Returns the bonus that was paid at once. */
export async function claimDailyTasks(viewer: ApiClient): Promise<number> {
  let bonus = 0
  for (const code of ['home_15s', 'watch_5', 'watch_10', 'watch_15']) {
    const answer = await viewer.post('/task/claim', { code })
    if (answer.code !== 200) throw new Error(`${code}: ${answer.code}`)
    bonus += answer.data.reward_bonus
  }
  return bonus
}

let friends = 0

/** Friends who open the invite link, each in a network of their own. */
export async function openInvites({ db, clock }: TestServer, userId: string, count = 3): Promise<void> {
  if (count === 0) return
  const clicks = Array.from({ length: count }, () => {
    friends += 1
    return { user_id: userId, visitor_id: `friend ${friends}`, network: `network ${friends}` }
  })
  const created_at = new Date(clock.now())
  await db
    .insertInto('share_clicks')
    .values(clicks.map(click => ({ ...click, created_at })))
    .execute()
}

/** Decides with room for everybody in each network. */
export const decideWithin = (context: ReviewContext) =>
  decideOverdue({ ...context, perNetwork: 1_000_000, isTelegramChecked: true })
