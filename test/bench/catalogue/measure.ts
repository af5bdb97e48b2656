import { Agent, request } from 'node:http'
import { createDraw, type Draw } from '../../support/seeded-random.js'
import { drawBeginning, drawKeyword } from './keywords.js'
import { makeDrama } from './make-drama.js'

/** Each visitor has a token, because searches are rate-limited by viewer. */
export interface Visitor {
  token: string
  userId: string
}

/** In ms. */
export interface Timing {
  name: string
  p50: number
  p99: number
}

interface ApiRequest {
  path: string
  isAnonymous?: boolean
}

interface RequestKind {
  name: string
  count: number
  next(draw: Draw): ApiRequest
}

const PARALLEL_REQUESTS = 2
const WARM_UP_REQUESTS = 200
const ROUNDS = 3

const requestKinds = (dramas: number): RequestKind[] => [
  { name: 'home', count: 300, next: () => ({ path: '/index/home?lang=pt', isAnonymous: true }) },
  { name: 'home, signed in', count: 300, next: () => ({ path: '/index/home?lang=pt' }) },
  { name: 'discover', count: 400, next: draw => ({ path: discoverPath(draw), isAnonymous: true }) },
  { name: 'feed', count: 300, next: () => ({ path: '/index/feed?lang=es' }) },
  { name: 'detail', count: 400, next: draw => ({ path: detailPath(draw, dramas), isAnonymous: true }) },
  { name: 'search', count: 1200, next: draw => ({ path: searchPath('/search/index', drawKeyword(draw, dramas)) }) },
  { name: 'suggest', count: 800, next: draw => ({ path: searchPath('/search/suggest', drawBeginning(draw, dramas)) }) },
  { name: 'history', count: 400, next: () => ({ path: '/user/history?lang=pt' }) }
]

const searchPath = (path: string, { keyword, lang }: { keyword: string; lang: string }) =>
  `${path}?${new URLSearchParams({ keyword, lang })}`

const detailPath = (draw: Draw, dramas: number) => `/drama/detail?drama_id=${makeDrama(Math.floor(draw() * dramas)).id}`

function discoverPath(draw: Draw): string {
  const sort = ['hot', 'new', 'finish'][Math.floor(draw() * 3)] ?? 'hot'
  const tag = draw() < 0.5 ? '' : `&tag_id=tag-${Math.floor(draw() * 60)}`
  return `/index/discover?lang=en&sort=${sort}${tag}`
}

/**
 * Warms up, then sends each request in three rounds and counts its best time, because other processes on the machine
 * slow some rounds down.
 */
export async function measure(origin: string, dramas: number, visitors: readonly Visitor[]): Promise<Timing[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL_REQUESTS })
  const timings: Timing[] = []
  for (const { name, count, next } of requestKinds(dramas)) {
    const list = (seed: number, length: number) => {
      const draw = createDraw(seed)
      return Array.from({ length }, () => next(draw))
    }
    await run(origin, agent, list(7, WARM_UP_REQUESTS), visitors)
    const requests = list(42, count)
    const rounds: number[][] = []
    while (rounds.length < ROUNDS) rounds.push(await run(origin, agent, requests, visitors))
    const best = requests.map((_, index) => Math.min(...rounds.map(times => times[index] ?? Number.NaN)))
    timings.push(toTiming(name, best))
  }
  agent.destroy()
  return timings
}

async function run(
  origin: string,
  agent: Agent,
  requests: readonly ApiRequest[],
  visitors: readonly Visitor[]
): Promise<number[]> {
  const times: number[] = []
  let nextIndex = 0
  const runLane = async () => {
    while (nextIndex < requests.length) {
      const index = nextIndex++
      const { path, isAnonymous = false } = requests[index] as ApiRequest
      const token = isAnonymous ? null : (visitors[index % visitors.length]?.token ?? null)
      const startedAt = performance.now()
      const answer = await get(`${origin}${path}`, agent, token)
      times[index] = performance.now() - startedAt
      if (!answer.startsWith('{"code":200,')) throw new Error(`${path}: ${answer.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, runLane))
  return times
}

function get(url: string, agent: Agent, token: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { Authorization: token }
    const outgoing = request(url, { agent, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function toTiming(name: string, times: readonly number[]): Timing {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { name, p50: at(0.5), p99: at(0.99) }
}
