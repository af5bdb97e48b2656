import type { Caller, Message } from '../support/http-caller.js'

/** One line of the table. `create` makes the message of the n-th request. */
export interface Call {
  name: string
  status: number
  create(index: number): Message
}

interface Visitor {
  token: string
  playId: string
}

const DRAMA = 'd_winter-bride'
const EPISODE = { drama_id: DRAMA, episode_no: 1 }
const KEYWORDS = ['amor', 'noiva', 'imper', 'vinganca', 'lobo']
const GZIP = { 'Accept-Encoding': 'gzip' }

/** Signs visitors in, each with a play, because calls of one viewer are limited. */
export async function prepareCalls(call: Caller, visitorCount: number): Promise<Call[]> {
  const home = await call({ path: '/index/home' })
  const etag = home.headers.etag ?? ''
  const cover = findAddress(home.text, /\/covers\/[^"]+/)
  const visitors: Visitor[] = []
  let play = ''
  for (let index = 0; index < visitorCount; index++) {
    const { token } = readData(await call({ path: '/index/visitor_login', body: {} }))
    const reply = await call({ path: '/drama/play', token, body: EPISODE })
    play = reply.text
    visitors.push({ token, playId: readData(reply).play_id })
  }
  const { episode, opening } = JSON.parse(play).data
  const { pathname: segment } = new URL(findAddress(opening.playlist, /^[^#\n]+\.m4s$/m), opening.base_url)
  const visitorOf = (index: number) => visitors[index % visitors.length] as Visitor
  const createRead = (name: string, path: string): Call => ({
    name,
    status: 200,
    create: index => ({ path, token: visitorOf(index).token, headers: GZIP })
  })
  return [
    { name: 'healthz', status: 200, create: () => ({ path: '/healthz' }) },
    { name: 'static script', status: 200, create: () => ({ path: '/drama-app.js', headers: GZIP }) },
    { name: 'cover', status: 200, create: () => ({ path: cover }) },
    { name: 'segment', status: 200, create: () => ({ path: segment }) },
    {
      name: 'home, nobody signed in, 304',
      status: 304,
      create: () => ({ path: '/index/home', headers: { ...GZIP, 'If-None-Match': etag } })
    },
    {
      name: 'home, nobody signed in, gzip',
      status: 200,
      create: () => ({ path: '/index/home', headers: GZIP })
    },
    createRead('detail', `/drama/detail?drama_id=${DRAMA}`),
    createRead('episodes', `/drama/episodes?drama_id=${DRAMA}`),
    {
      name: 'search',
      status: 200,
      create: index => ({
        path: `/search/index?keyword=${KEYWORDS[index % KEYWORDS.length]}`,
        token: visitorOf(index).token,
        headers: GZIP
      })
    },
    createRead('wallet', '/wallet/index'),
    createRead('history', '/user/history'),
    {
      name: 'play',
      status: 200,
      create: index => ({ path: '/drama/play', token: visitorOf(index).token, body: EPISODE })
    },
    {
      name: 'progress, one beat',
      status: 200,
      create: index => {
        const seq = Math.floor(index / visitors.length)
        const { token, playId } = visitorOf(index)
        const beats = [{ seq, from_s: seq, to_s: seq + 1, played_s: 1 }]
        const body = { play_id: playId, episode_id: episode.id, position_s: seq, beats }
        return { path: '/drama/progress', token, body }
      }
    },
    {
      name: 'visitor_login',
      status: 200,
      create: () => ({ path: '/index/visitor_login', body: {} })
    }
  ]
}

const readData = ({ text }: { text: string }) => JSON.parse(text).data

function findAddress(text: string, pattern: RegExp): string {
  const address = pattern.exec(text)?.[0]
  if (address === undefined) throw new Error(`no ${pattern} in ${text.slice(0, 200)}`)
  return address
}
