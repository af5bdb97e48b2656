import { createHash } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codecsOf } from './codecs.js'
import { IngestFailure } from './failure.js'
import type { Rung } from './quality-ladder.js'

export const objectName = (bytes: Uint8Array, extension: 'mp4' | 'm4s' | 'vtt'): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`

/** Stores bytes under the name of their content; what is there already is left alone. */
export const storeObject = async (folder: string, bytes: Uint8Array, type: 'mp4' | 'm4s' | 'vtt'): Promise<string> => {
  const name = objectName(bytes, type)
  const path = join(folder, name)
  const there = await access(path).then(
    () => true,
    () => false
  )
  if (!there) await writeFile(path, bytes, { flush: true })
  return name
}

export interface StoredTrack {
  readonly track: { readonly init: string; readonly segments: string[] }
  readonly durations: number[]
  readonly codecs: string
  /** Peak over the segments, bit/s. */
  readonly bandwidth: number
}

/** Segment file names and durations of a media playlist as ffmpeg writes it. */
export const parsePlaylist = (text: string): { file: string; seconds: number }[] =>
  [...text.matchAll(/#EXTINF:([0-9.]+),[^\n]*\n([^#\n]+)/g)].map(([, seconds = '', file = '']) => ({
    file: basename(file.trim()),
    seconds: Number(seconds)
  }))

export const storeTrack = async (episodeFolder: string, rung: Rung, objects: string): Promise<StoredTrack> => {
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
