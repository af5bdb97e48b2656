import { SLOT_MS } from '../report/metrics.js'
import { toSizeClass } from './size-class.js'

export type PlaybackMeasure = 'first_frame' | 'rebuffering' | 'early_exit' | 'error'

export interface PlaybackCount {
  slot: number
  measure: PlaybackMeasure
  /** Of an error; empty for the other measures. */
  kind: string
  bucket: number
  count: number
  total: number
}

export interface PlaybackSamples {
  firstFramesMs: readonly number[]
  rebufferRatios: readonly number[]
  earlyExits: number
  errorKinds: readonly string[]
}

/** Counts what browsers measured, until the next roll-up takes it. */
export interface PlaybackMeasures {
  add(samples: PlaybackSamples, now: Date): void
  /** Gives the counts since the last call. */
  take(): PlaybackCount[]
  /** Puts back what could not be stored. */
  restore(counts: readonly PlaybackCount[]): void
  /** The counts that no roll-up has taken. */
  list(): PlaybackCount[]
}

export const MILLIONTHS = 1_000_000

export function createPlaybackMeasures(): PlaybackMeasures {
  let counts = new Map<string, PlaybackCount>()

  function merge(added: PlaybackCount) {
    const { slot, measure, kind, bucket } = added
    const key = `${slot} ${measure} ${kind} ${bucket}`
    const known = counts.get(key)
    if (known === undefined) return counts.set(key, { ...added })
    known.count += added.count
    known.total += added.total
  }

  return {
    add({ firstFramesMs, rebufferRatios, earlyExits, errorKinds }, now) {
      const slot = Math.floor(now.getTime() / SLOT_MS)
      const addSize = (measure: PlaybackMeasure, size: number) =>
        merge({ slot, measure, kind: '', bucket: toSizeClass(size), count: 1, total: size })
      for (const ms of firstFramesMs) addSize('first_frame', ms)
      for (const ratio of rebufferRatios) addSize('rebuffering', Math.round(ratio * MILLIONTHS))
      if (earlyExits > 0) merge({ slot, measure: 'early_exit', kind: '', bucket: 0, count: earlyExits, total: 0 })
      for (const kind of errorKinds)
        merge({ slot, measure: 'error', kind: toErrorKind(kind), bucket: 0, count: 1, total: 0 })
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    restore: taken => taken.forEach(merge),
    list: () => [...counts.values()]
  }
}

const ERROR_KINDS: ReadonlySet<string> = new Set([
  'view',
  'language',
  'login',
  'network',
  'timeout',
  'decrypt',
  'server',
  'session',
  'file',
  'playback:network',
  'playback:decode',
  'playback:expired',
  'playback:unsupported'
])

/** Browsers name the kind: unknown ones are counted together, so that nobody can make rows without end. */
const toErrorKind = (kind: string) => (ERROR_KINDS.has(kind) ? kind : 'other')
