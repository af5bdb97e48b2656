import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { IngestFailure } from './failure.js'
import type { QualityLevel } from './quality-ladder.js'
import { createSegmentStore } from './segment-store.js'

export interface StoredTrack {
  readonly track: { readonly init: string; readonly segments: string[] }
  readonly durations: number[]
  readonly codecs: string
  /** The highest bit rate of a segment, in bit/s. */
  readonly bandwidth: number
}

export const parseSegmentList = (text: string): { file: string; seconds: number }[] =>
  [...text.matchAll(/#EXTINF:([0-9.]+),[^\n]*\n([^#\n]+)/g)].map(([, seconds = '', file = '']) => ({
    file: basename(file.trim()),
    seconds: Number(seconds)
  }))

export const storeTrack = async (episodeFolder: string, rung: QualityLevel, objects: string): Promise<StoredTrack> => {
  const folder = join(episodeFolder, rung.name)
  const entries = parseSegmentList(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  if (entries.length === 0) throw new IngestFailure(`no segments came out for ${rung.name}`)
  const init = await readFile(join(folder, 'init.mp4'))
  const codecs = codecsOf(init)
  const store = await createSegmentStore(objects, init)
  const segments: string[] = []
  for (const { file, seconds } of entries) segments.push(await store.add(await readFile(join(folder, file)), seconds))
  return {
    track: { init: store.init, segments },
    durations: entries.map(entry => entry.seconds),
    codecs,
    bandwidth: store.bandwidth()
  }
}

const hex = (value: number): string => value.toString(16).padStart(2, '0')

/** The RFC 6381 string: profile, constraints and level from `avcC`, AAC-LC for `esds`. */
const codecsOf = (init: Uint8Array): string => {
  const bytes = Buffer.from(init)
  const avcc = bytes.indexOf('avcC', 0, 'latin1')
  const esds = bytes.indexOf('esds', 0, 'latin1')
  if (avcc < 0 || esds < 0) throw new IngestFailure('the init segment lacks H.264 picture or AAC sound')
  const [profile = 0, constraints = 0, level = 0] = bytes.subarray(avcc + 5, avcc + 8)
  return `avc1.${hex(profile)}${hex(constraints)}${hex(level)},mp4a.40.2`
}
