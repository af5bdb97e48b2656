// What was watched and where viewers are, kept until the server has it: also without a connection, also over a reload.

import type { RequestOf } from '../../../contract/index.js'
import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import type { Api } from '../request/api.js'
import { BusinessError } from '../request/request-error.js'
import type { Session } from '../session/session.js'
import { WATCH_LOG_KEY } from './progress.js'
import type { WatchedSpan } from './watch-meter.js'

/** The episode a place or a beat belongs to, as the play answer names it. */
export interface PlaySession {
  play_id: string
  episode_id: string
}

export interface WatchLog {
  /** Where the viewer is, in seconds; resolves when the server has it, or when it has to wait. */
  place(play: PlaySession, position: number): Promise<void>
  watched(play: PlaySession, watched: WatchedSpan): Promise<void>
  /** Sends what is left; resolves as `place`. */
  send(): Promise<void>
}

type Beat = WatchedSpan & { seq: number }

interface QueuedBeats extends PlaySession {
  position_s: number
  /** When the viewer was there, in epoch ms. */
  at: number
  beats: Beat[]
  /** Whose it is: the end of the token. */
  owner: string
}

/** Beats that are kept; the oldest go first. Entries of which only the place is left are few. */
const MAX_BEATS = 200
const MOST_ENTRIES = 50
/** A question takes no longer, and is put again after so long, in ms. */
const LIMIT = 10_000
const RETRY_MS = 15_000
const HIDDEN_WINDOW_MS = 1000
/** What the contract takes, in seconds. */
const OLDEST = 30 * 86_400
const OWNER_LENGTH = 12

export function createWatchLog(
  environment: Environment,
  api: Api,
  session: Pick<Session, 'token' | 'whenReady'>,
  signal: AbortSignal
): WatchLog {
  const { storage, clock } = environment
  /** What this app has said and the server has not confirmed. Others' entries are in the storage alone. */
  const own = new Map<string, QueuedBeats>()
  const numbers = new Map<string, number>()
  let sending: Promise<void> | undefined
  let isHiding = false
  let cancel: () => void = () => undefined

  const owner = () => session.token()?.slice(-OWNER_LENGTH) ?? ''

  function waiting(): QueuedBeats[] {
    const kept = readEntries(storage.get(WATCH_LOG_KEY)).filter(({ play_id }) => !own.has(play_id))
    return shorten([...kept, ...own.values()].sort((one, other) => one.at - other.at))
  }

  function keep(entries: QueuedBeats[]) {
    if (entries.length > 0) storage.set(WATCH_LOG_KEY, toJson(entries))
    else storage.remove(WATCH_LOG_KEY)
  }

  function note({ play_id, episode_id }: PlaySession, position: number, beat?: WatchedSpan) {
    const before = own.get(play_id)?.beats ?? []
    const seq = numbers.get(play_id) ?? 0
    if (beat) numbers.set(play_id, seq + 1)
    const beats = beat ? [...before, { ...beat, seq }] : before
    own.set(play_id, { play_id, episode_id, position_s: Math.max(0, position), at: clock.now(), beats, owner: owner() })
    const entries = waiting()
    for (const entry of entries) if (own.has(entry.play_id)) own.set(entry.play_id, entry)
    keep(entries)
    return send()
  }

  /** The server has it, or will never take it. */
  function settle(sent: QueuedBeats) {
    const { play_id, at, beats } = sent
    const last = beats.at(-1)?.seq ?? -1
    const now = waiting()
    const left = now.flatMap(entry => {
      if (entry.play_id !== play_id) return [entry]
      const rest = { ...entry, beats: entry.beats.filter(({ seq }) => seq > last) }
      return rest.beats.length > 0 || rest.at > at ? [rest] : []
    })
    if (own.has(play_id)) {
      const mine = left.find(entry => entry.play_id === play_id)
      if (mine) own.set(play_id, mine)
      else own.delete(play_id)
    }
    keep(left)
  }

  async function sendAll() {
    cancel()
    try {
      if (!session.token()) await session.whenReady()
    } catch {
      return scheduleRetry()
    }
    for (let entry = waiting()[0]; entry && !signal.aborted; entry = waiting()[0]) {
      if (entry.owner === owner()) {
        try {
          await api.post('/drama/progress', toRequest(entry), { isQuiet: true, timeout: LIMIT, keepalive: isHiding })
        } catch (error) {
          const isFinal = error instanceof BusinessError && !PASSING.has(error.code)
          if (!isFinal) return scheduleRetry()
        }
      }
      settle(entry)
    }
  }

  function toRequest({ play_id, episode_id, position_s, at, beats }: QueuedBeats): RequestOf<'/drama/progress'> {
    const age_s = Math.min(OLDEST, Math.max(0, (clock.now() - at) / 1000))
    return { play_id, episode_id, position_s, age_s, beats }
  }

  function scheduleRetry() {
    cancel = clock.setTimer(RETRY_MS, () => void send())
  }

  function send(): Promise<void> {
    // What is on its way ends with the document, and is asked again.
    if (isHiding) sending = undefined
    // What runs takes along what comes meanwhile.
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  environment.onOnline(() => void send(), signal)
  environment.onHide(() => {
    isHiding = true
    // Documents come back from the browser's memory.
    clock.setTimer(HIDDEN_WINDOW_MS, () => {
      isHiding = false
    })
    void send()
  }, signal)
  signal.addEventListener('abort', () => cancel())
  return {
    place: (play, position) => note(play, position),
    watched: (play, watched) => note(play, watched.to_s, watched),
    send
  }
}

/** The session is on its way, or somebody asked too often, or the server is in trouble: not a no for ever. */
const PASSING = new Set([999, 4502, 5000, 5001])

function shorten(entries: QueuedBeats[]): QueuedBeats[] {
  let room = MAX_BEATS
  const byNewest = entries.slice(-MOST_ENTRIES).reverse()
  const cut = byNewest.map(entry => {
    const beats = room > 0 ? entry.beats.slice(-room) : []
    room -= beats.length
    return { ...entry, beats }
  })
  return cut.reverse()
}

/** What somebody else has put there is nothing of ours. */
function readEntries(text: string | undefined): QueuedBeats[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is QueuedBeats {
  if (typeof entry !== 'object' || entry === null) return false
  const { play_id, episode_id, position_s, at, beats, owner } = entry as Partial<QueuedBeats>
  const isText = [play_id, episode_id, owner].every(text => typeof text === 'string')
  return isText && [position_s, at].every(Number.isFinite) && Array.isArray(beats)
}
