import { randomBytes } from 'node:crypto'
import { createDraw, type Draw, drawOne } from '../catalogue/random.js'
import type { Caller, Message } from './send.js'
import { DRAMAS, EPISODES, PRICE, type Viewer } from './viewers.js'

/** What clients have seen; times in ms. `charged` counts the decisions that were answered with an unlock. */
export interface Seen {
  unlockTimes: number[]
  readTimes: number[]
  codes: Map<number, number>
  errors: string[]
  charged: number
  seconds: number
}

/** How long to drive after the warm-up and from how many connections; `hot` viewers are shared by all of them. */
export interface Load {
  warmUpMs: number
  measureMs: number
  unlockLanes: number
  readLanes: number
  viewers: readonly Viewer[]
  hot: readonly Viewer[]
  seed: number
}

/** A decision and its answer, to be sent again. */
interface Decision {
  message: Message
  text: string
}

interface Drive {
  load: Load
  callers: readonly Caller[]
  seen: Seen
  isMeasured: boolean
  isOver: boolean
}

const HOT_SHARE = 0.05
const RANGE_SHARE = 0.1
const RANGE = 5
const REPEAT_SHARE = 0.05
const TWICE_SHARE = 0.02

/** Unlocks from all lanes at once, and reads beside it. */
export async function drive(callers: readonly Caller[], load: Load): Promise<Seen> {
  const seen: Seen = { unlockTimes: [], readTimes: [], codes: new Map(), errors: [], charged: 0, seconds: 0 }
  const run: Drive = { load, callers, seen, isMeasured: false, isOver: false }
  const lanes = Array.from({ length: load.unlockLanes }, (_, lane) => unlockOn(run, lane))
  const readers = Array.from({ length: load.readLanes }, (_, lane) => readOn(run, lane))
  await wait(load.warmUpMs)
  run.isMeasured = true
  const startedAt = performance.now()
  await wait(load.measureMs)
  run.isMeasured = false
  seen.seconds = (performance.now() - startedAt) / 1000
  run.isOver = true
  await Promise.all([...lanes, ...readers])
  return seen
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** One connection after the other decides: mostly the next episode of a viewer of its own. */
async function unlockOn(run: Drive, lane: number): Promise<void> {
  const { load } = run
  const draw = createDraw(load.seed + lane)
  const own = load.viewers.filter((_, index) => index % load.unlockLanes === lane)
  const last: Decision[] = []
  while (!run.isOver) {
    const earlier = last[Math.floor(draw() * last.length)]
    if (earlier !== undefined && draw() < REPEAT_SHARE) {
      await repeat(run, earlier, draw)
      continue
    }
    const viewer = drawOne(draw, draw() < HOT_SHARE ? load.hot : own)
    const message = decide(viewer, draw)
    const [text, other] = await Promise.all([
      ask(run, message, draw, true),
      draw() < TWICE_SHARE ? ask(run, message, draw, false) : null
    ])
    if ([text, other].some(one => one !== null && codeOf(one) === 200)) run.seen.charged += 1
    if (text === null || codeOf(text) === 0) continue
    if (other !== null && other !== text && isAnswer(other) && isAnswer(text))
      run.seen.errors.push('two answers to one decision')
    learn(viewer, text)
    if (isAnswer(text)) last[Math.floor(draw() * 20)] = { message, text }
  }
}

/** A refusal for too many requests is not kept: the next time it may be another. */
const isAnswer = (text: string) => codeOf(text) !== 429

const codeOf = (text: string) => Number(/^\{"code":(\d+)/.exec(text)?.[1] ?? 0)

async function repeat(run: Drive, { message, text }: Decision, draw: Draw): Promise<void> {
  const again = await ask(run, message, draw, false)
  if (again !== null && isAnswer(again) && again !== text)
    run.seen.errors.push(`another answer: ${again.slice(0, 120)}`)
}

function decide(viewer: Viewer, draw: Draw): Message {
  const drama = Math.floor(viewer.next / EPISODES) % DRAMAS
  const no = (viewer.next % EPISODES) + 1
  const head = { token: viewer.token, key: randomBytes(12).toString('hex') }
  if (draw() < RANGE_SHARE && no + RANGE <= EPISODES) {
    const body = { drama_id: `d_bench${drama}`, to_no: no + RANGE - 1, expect_price: RANGE * PRICE }
    return { ...head, path: '/drama/unlock_to', body }
  }
  return { ...head, path: '/drama/unlock', body: { episode_id: `e_bench${drama}_${no}`, expect_price: PRICE } }
}

/** What is answered says where the viewer stands, also when somebody else was first. */
function learn(viewer: Viewer, text: string): void {
  const { data } = JSON.parse(text)
  const no = data?.unlock?.episode_no ?? data?.unlocked?.at(-1)?.episode_no ?? data?.episode_no
  const code = codeOf(text)
  const start = viewer.next - (viewer.next % EPISODES)
  if (code === 200 || code === 4205) viewer.next = Math.max(viewer.next, start + no)
  else if (code === 4203) viewer.next = start + data.first_locked_no - 1
  else if (code === 4202) viewer.next = Math.max(viewer.next, start + data.range.from_no - 1)
}

async function ask(run: Drive, message: Message, draw: Draw, isFirst: boolean): Promise<string | null> {
  const startedAt = performance.now()
  const isMeasured = run.isMeasured
  try {
    const { status, text } = await drawOne(draw, run.callers)(message)
    const code = codeOf(text)
    if (status !== 200 && status !== 429) run.seen.errors.push(`HTTP ${status}: ${text.slice(0, 120)}`)
    if (!isMeasured) return text
    run.seen.codes.set(code, (run.seen.codes.get(code) ?? 0) + 1)
    if (isFirst && code === 200) run.seen.unlockTimes.push(performance.now() - startedAt)
    return text
  } catch (error) {
    run.seen.errors.push(error instanceof Error ? error.message : String(error))
    return null
  }
}

/** What viewers look at meanwhile: the wallet, the episodes of a drama, its price. */
async function readOn(run: Drive, lane: number): Promise<void> {
  const draw = createDraw(run.load.seed + 1000 + lane)
  while (!run.isOver) {
    const { token } = drawOne(draw, run.load.viewers)
    const drama_id = `d_bench${Math.floor(draw() * DRAMAS)}`
    const path = drawOne(draw, [
      '/wallet/index',
      `/drama/episodes?drama_id=${drama_id}`,
      `/drama/quote?drama_id=${drama_id}`
    ])
    const startedAt = performance.now()
    const isMeasured = run.isMeasured
    const reply = await drawOne(draw, run.callers)({ path, token }).catch(error => ({ status: 0, text: String(error) }))
    if (codeOf(reply.text) !== 200) run.seen.errors.push(`${path}: ${reply.text.slice(0, 120)}`)
    if (isMeasured) run.seen.readTimes.push(performance.now() - startedAt)
  }
}
