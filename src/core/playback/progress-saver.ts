import type { RequestOf } from '../../../contract/index.js'
import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { readStoredList, storageOwner } from '../lib/stored-list.js'
import type { Api } from '../request/api.js'
import { BusinessError } from '../request/request-error.js'
import { RETRYABLE_CODES } from '../request/retry.js'
import type { Session } from '../session/session.js'
import { type PlaySession, type ProgressSaver, UNSAVED_PROGRESS_KEY } from './unsaved-progress.js'
import type { WatchedSpan } from './watch-meter.js'

type Beat = WatchedSpan & { seq: number }

interface QueuedBeats extends PlaySession {
  position_s: number
  at: number
  beats: Beat[]
  owner: string
}

const MAX_BEATS = 200
const MAX_ENTRIES = 50
const REQUEST_TIMEOUT_MS = 10_000
const RETRY_MS = 15_000
/** Joins what is recorded in one moment, and leaves the processor to the frame of a swipe. */
const SEND_DELAY_MS = 100
const HIDDEN_WINDOW_MS = 1000
const MAX_AGE_S = 30 * 86_400

export function createProgressSaver(
  environment: Environment,
  api: Api,
  session: Pick<Session, 'token' | 'whenReady'>,
  signal: AbortSignal
): ProgressSaver {
  const { storage, clock } = environment
  /** Entries of this app that the server has not confirmed. Entries of other apps are only in the storage. */
  const unconfirmed = new Map<string, QueuedBeats>()
  const nextSeqs = new Map<string, number>()
  let sending: Promise<void> | undefined
  let isHiding = false
  /** While records wait to be sent. */
  let endDelay: (() => void) | undefined
  let cancelRetry: () => void = () => undefined

  function readQueue(): QueuedBeats[] {
    const stored = readStoredList(storage, UNSAVED_PROGRESS_KEY, isEntry).filter(
      ({ play_id }) => !unconfirmed.has(play_id)
    )
    return limitEntries([...stored, ...unconfirmed.values()].sort((one, other) => one.at - other.at))
  }

  function writeEntries(entries: QueuedBeats[]) {
    if (entries.length > 0) storage.set(UNSAVED_PROGRESS_KEY, toJson(entries))
    else storage.remove(UNSAVED_PROGRESS_KEY)
  }

  function record({ play_id, episode_id }: PlaySession, position: number, beat?: WatchedSpan) {
    const before = unconfirmed.get(play_id)?.beats ?? []
    const seq = nextSeqs.get(play_id) ?? 0
    if (beat) nextSeqs.set(play_id, seq + 1)
    const beats = beat ? [...before, { ...beat, seq }] : before
    unconfirmed.set(play_id, {
      play_id,
      episode_id,
      position_s: Math.max(0, position),
      at: clock.now(),
      beats,
      owner: storageOwner(session)
    })
    const entries = readQueue()
    for (const entry of entries) if (unconfirmed.has(entry.play_id)) unconfirmed.set(entry.play_id, entry)
    writeEntries(entries)
    return isHiding ? send() : startSending(delay)
  }

  function removeEntry(sent: QueuedBeats) {
    const { play_id, at, beats } = sent
    const last = beats.at(-1)?.seq ?? -1
    const queue = readQueue()
    const remaining = queue.flatMap(entry => {
      if (entry.play_id !== play_id) return [entry]
      const rest = { ...entry, beats: entry.beats.filter(({ seq }) => seq > last) }
      return rest.beats.length > 0 || rest.at > at ? [rest] : []
    })
    if (unconfirmed.has(play_id)) {
      const rest = remaining.find(entry => entry.play_id === play_id)
      if (rest) unconfirmed.set(play_id, rest)
      else unconfirmed.delete(play_id)
    }
    writeEntries(remaining)
  }

  async function sendAll() {
    cancelRetry()
    try {
      if (!session.token()) await session.whenReady()
    } catch {
      return scheduleRetry()
    }
    for (let entry = readQueue()[0]; entry && !signal.aborted; entry = readQueue()[0]) {
      if (entry.owner === storageOwner(session)) {
        try {
          await api.post('/drama/progress', toRequest(entry), {
            isQuiet: true,
            timeout: REQUEST_TIMEOUT_MS,
            keepalive: isHiding
          })
        } catch (error) {
          const isFinal = error instanceof BusinessError && !RETRYABLE_CODES.has(error.code)
          if (!isFinal) return scheduleRetry()
        }
      }
      removeEntry(entry)
    }
  }

  function toRequest({ play_id, episode_id, position_s, at, beats }: QueuedBeats): RequestOf<'/drama/progress'> {
    const age_s = Math.min(MAX_AGE_S, Math.max(0, (clock.now() - at) / 1000))
    return { play_id, episode_id, position_s, age_s, beats }
  }

  function scheduleRetry() {
    cancelRetry = clock.setTimer(RETRY_MS, () => void send())
  }

  function send(): Promise<void> {
    if (endDelay) endDelay()
    // A request without keepalive ends with the document, so send its entry again.
    else if (isHiding) sending = undefined
    return startSending(() => Promise.resolve())
  }

  function startSending(wait: () => Promise<void>): Promise<void> {
    sending ??= wait()
      .then(sendAll)
      .finally(() => {
        sending = undefined
      })
    return sending
  }

  const delay = () =>
    new Promise<void>(resolve => {
      const cancel = clock.setTimer(SEND_DELAY_MS, () => endDelay?.())
      endDelay = () => {
        endDelay = undefined
        cancel()
        resolve()
      }
    })

  environment.onOnline(() => void send(), signal)
  environment.onPageHide(() => {
    isHiding = true
    // The document may come back from the back/forward cache.
    clock.setTimer(HIDDEN_WINDOW_MS, () => {
      isHiding = false
    })
    void send()
  }, signal)
  signal.addEventListener('abort', () => cancelRetry())
  return {
    recordPosition: (play, position) => record(play, position),
    recordWatched: (play, watched) => record(play, watched.to_s, watched),
    send
  }
}

function limitEntries(entries: QueuedBeats[]): QueuedBeats[] {
  let remainingBeats = MAX_BEATS
  const byNewest = entries.slice(-MAX_ENTRIES).reverse()
  const limited = byNewest.map(entry => {
    const beats = remainingBeats > 0 ? entry.beats.slice(-remainingBeats) : []
    remainingBeats -= beats.length
    return { ...entry, beats }
  })
  return limited.reverse()
}

function isEntry(entry: unknown): entry is QueuedBeats {
  if (typeof entry !== 'object' || entry === null) return false
  const { play_id, episode_id, position_s, at, beats, owner } = entry as Partial<QueuedBeats>
  const isText = [play_id, episode_id, owner].every(text => typeof text === 'string')
  return isText && [position_s, at].every(Number.isFinite) && Array.isArray(beats)
}
