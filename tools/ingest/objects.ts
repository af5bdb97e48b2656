import { createHash } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { IngestFailure } from './failure.js'
import type { QualityLevel } from './quality-ladder.js'

const objectName = (bytes: Uint8Array, extension: 'mp4' | 'm4s' | 'vtt'): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`

export const storeObject = async (folder: string, bytes: Uint8Array, type: 'mp4' | 'm4s' | 'vtt'): Promise<string> => {
  const name = objectName(bytes, type)
  const path = join(folder, name)
  const isStored = await access(path).then(
    () => true,
    () => false
  )
  if (!isStored) await writeFile(path, bytes, { flush: true })
  return name
}

export interface StoredTrack {
  readonly track: { readonly init: string; readonly segments: string[] }
  readonly durations: number[]
  readonly codecs: string
  /** The highest bit rate of a segment, in bit/s. */
  readonly bandwidth: number
}

export const parsePlaylist = (text: string): { file: string; seconds: number }[] =>
  [...text.matchAll(/#EXTINF:([0-9.]+),[^\n]*\n([^#\n]+)/g)].map(([, seconds = '', file = '']) => ({
    file: basename(file.trim()),
    seconds: Number(seconds)
  }))

export const storeTrack = async (episodeFolder: string, rung: QualityLevel, objects: string): Promise<StoredTrack> => {
  const folder = join(episodeFolder, rung.name)
  const entries = parsePlaylist(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  if (entries.length === 0) throw new IngestFailure(`no segments came out for ${rung.name}`)
  const init = await readFile(join(folder, 'init.mp4'))
  const segments: string[] = []
  let bandwidth = 0
  for (const { file, seconds } of entries) {
    const bytes = await readFile(join(folder, file))
    segments.push(await storeObject(objects, bytes, 'm4s'))
    bandwidth = Math.max(bandwidth, Math.ceil((bytes.length * 8) / seconds))
  }
  return {
    track: { init: await storeObject(objects, init, 'mp4'), segments },
    durations: entries.map(entry => entry.seconds),
    codecs: codecsOf(init),
    bandwidth
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
