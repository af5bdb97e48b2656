import { randomBytes } from 'node:crypto'
import { createDraw, type Draw, drawOne } from '../../support/seeded-random.js'
import type { Caller, Message } from '../support/http-caller.js'
import { DRAMAS, EPISODES, PRICE, type Viewer } from './viewers.js'

/** Times in ms. `charged` counts the decisions whose response was an unlock. */
export interface Seen {
  unlockTimes: number[]
  readTimes: number[]
  codes: Map<number, number>
  errors: string[]
  charged: number
  seconds: number
}

export interface Load {
  warmUpMs: number
  measureMs: number
  unlockLanes: number
  readLanes: number
  viewers: readonly Viewer[]
  hot: readonly Viewer[]
  seed: number
}

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
const RANGE_LENGTH = 5
const REPEAT_SHARE = 0.05
const PARALLEL_REPEAT_SHARE = 0.02

export async function drive(callers: readonly Caller[], load: Load): Promise<Seen> {
  const seen: Seen = { unlockTimes: [], readTimes: [], codes: new Map(), errors: [], charged: 0, seconds: 0 }
  const run: Drive = { load, callers, seen, isMeasured: false, isOver: false }
  const lanes = Array.from({ length: load.unlockLanes }, (_, lane) => runUnlockLane(run, lane))
  const readers = Array.from({ length: load.readLanes }, (_, lane) => runReadLane(run, lane))
  await sleep(load.warmUpMs)
  run.isMeasured = true
  const startedAt = performance.now()
  await sleep(load.measureMs)
  run.isMeasured = false
  seen.seconds = (performance.now() - startedAt) / 1000
  run.isOver = true
  await Promise.all([...lanes, ...readers])
  return seen
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function runUnlockLane(run: Drive, lane: number): Promise<void> {
  const { load } = run
  const draw = createDraw(load.seed + lane)
  const own = load.viewers.filter((_, index) => index % load.unlockLanes === lane)
  const recentDecisions: Decision[] = []
  while (!run.isOver) {
    const earlier = recentDecisions[Math.floor(draw() * recentDecisions.length)]
    if (earlier !== undefined && draw() < REPEAT_SHARE) {
      await repeat(run, earlier, draw)
      continue
    }
    const viewer = drawOne(draw, draw() < HOT_SHARE ? load.hot : own)
    const message = createUnlock(viewer, draw)
    const [text, other] = await Promise.all([
      sendUnlock(run, message, draw, true),
      draw() < PARALLEL_REPEAT_SHARE ? sendUnlock(run, message, draw, false) : null
    ])
    if ([text, other].some(response => response !== null && parseCode(response) === 200)) run.seen.charged += 1
    if (text === null || parseCode(text) === 0) continue
    if (other !== null && other !== text && isFinalResponse(other) && isFinalResponse(text))
      run.seen.errors.push('two answers to one decision')
    updateViewer(viewer, text)
    if (isFinalResponse(text)) recentDecisions[Math.floor(draw() * 20)] = { message, text }
  }
}

/** A rate-limit response is not stored for an idempotency key, so a repeated request may get another one. */
const isFinalResponse = (text: string) => parseCode(text) !== 429

const parseCode = (text: string) => Number(/^\{"code":(\d+)/.exec(text)?.[1] ?? 0)

async function repeat(run: Drive, { message, text }: Decision, draw: Draw): Promise<void> {
  const repeated = await sendUnlock(run, message, draw, false)
  if (repeated !== null && isFinalResponse(repeated) && repeated !== text)
    run.seen.errors.push(`another answer: ${repeated.slice(0, 120)}`)
}

function createUnlock(viewer: Viewer, draw: Draw): Message {
  const drama = Math.floor(viewer.next / EPISODES) % DRAMAS
  const no = (viewer.next % EPISODES) + 1
  const head = { token: viewer.token, key: randomBytes(12).toString('hex') }
  if (draw() < RANGE_SHARE && no + RANGE_LENGTH <= EPISODES) {
    const body = { drama_id: `d_bench${drama}`, to_no: no + RANGE_LENGTH - 1, expect_price: RANGE_LENGTH * PRICE }
    return { ...head, path: '/drama/unlock_to', body }
  }
  return { ...head, path: '/drama/unlock', body: { episode_id: `e_bench${drama}_${no}`, expect_price: PRICE } }
}

/** Moves the viewer to the first locked episode, because another lane may have unlocked more. */
function updateViewer(viewer: Viewer, text: string): void {
  const { data } = JSON.parse(text)
  const no = data?.unlock?.episode_no ?? data?.unlocked?.at(-1)?.episode_no ?? data?.episode_no
  const code = parseCode(text)
  const start = viewer.next - (viewer.next % EPISODES)
  if (code === 200 || code === 4205) viewer.next = Math.max(viewer.next, start + no)
  else if (code === 4203) viewer.next = start + data.first_locked_no - 1
  else if (code === 4202) viewer.next = Math.max(viewer.next, start + data.range.from_no - 1)
}

async function sendUnlock(run: Drive, message: Message, draw: Draw, isFirst: boolean): Promise<string | null> {
  const startedAt = performance.now()
  const isMeasured = run.isMeasured
  try {
    const { status, text } = await drawOne(draw, run.callers)(message)
    const code = parseCode(text)
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

async function runReadLane(run: Drive, lane: number): Promise<void> {
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
    if (parseCode(reply.text) !== 200) run.seen.errors.push(`${path}: ${reply.text.slice(0, 120)}`)
    if (isMeasured) run.seen.readTimes.push(performance.now() - startedAt)
  }
}
