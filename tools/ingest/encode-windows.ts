import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioInput, audioMap, type Job, paddedAudioArgs } from './encode.js'
import type { Source } from './probe.js'
import { rateText, segmentFrames } from './quality-ladder.js'
import { ffmpeg, ffprobe } from './run-program.js'

export interface EncodingWindow {
  readonly key: string
  readonly index: number
  readonly frames: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const windowsOf = (frames: readonly string[], size: number, prefix: string): EncodingWindow[] =>
  Array.from({ length: Math.ceil(frames.length / size) }, (_, index) => {
    const windowFrames = frames.slice(index * size, (index + 1) * size)
    return { key: hash([prefix, ...windowFrames].join(' ')), index, frames: windowFrames.length }
  })

interface Packet {
  readonly frame: number
  readonly isKey: boolean
  readonly hash: string
}

export const areWindowsIndependent = (packets: readonly Packet[], size: number): boolean =>
  packets.every((packet, at) => {
    const from = Math.floor(at / size) * size
    const onGrid = Math.abs(packet.frame - Math.round(packet.frame)) < 0.3
    const inWindow = Math.round(packet.frame) >= from && Math.round(packet.frame) < from + size
    return onGrid && inWindow && (at !== from || (packet.isKey && Math.round(packet.frame) === from))
  })

/**
 * Compares the coded packets without decoding them, because equal packets after a key frame, with equal headers, decode to
 * equal pictures. Returns null if the file is not cut into such windows.
 */
const codedWindows = async (source: Source, signal: AbortSignal): Promise<EncodingWindow[] | null> => {
  const entries = 'packet=pts,flags,data_hash:stream=time_base,extradata_hash'
  const args = ['-select_streams', 'v:0', '-show_entries', entries, '-show_data_hash', 'md5', '-of', 'csv']
  const lines = (await ffprobe([...args, source.path], signal)).trim().split('\n')
  const [, base = '', headers = ''] = lines.find(line => line.startsWith('stream'))?.split(',') ?? []
  const [num = 0, den = 1] = base.split('/').map(Number)
  const perTick = (num * source.rate.num) / (den * source.rate.den)
  const packets = lines
    .filter(line => line.startsWith('packet'))
    .map(line => {
      const [, pts = '', flags = '', data = ''] = line.split(',')
      return { frame: Number(pts) * perTick, isKey: flags.startsWith('K'), hash: data }
    })
  const size = segmentFrames(source)
  if (headers === '' || packets.length === 0 || !areWindowsIndependent(packets, size)) return null
  return windowsOf(
    packets.map(packet => packet.hash),
    size,
    headers
  )
}

const decodedWindows = async (job: Job): Promise<EncodingWindow[]> => {
  const { source } = job
  const file = join(job.folder, 'video.md5')
  const filter = `fps=${rateText(source)},format=yuv420p`
  await ffmpeg(['-i', source.path, '-map', '0:v:0', '-vf', filter, '-f', 'framemd5', file], job.signal)
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return windowsOf(
    lines.map(line => line.split(',').at(-1)?.trim() ?? ''),
    segmentFrames(source),
    ''
  )
}

export const hashWindows = async (job: Job): Promise<EncodingWindow[]> =>
  (await codedWindows(job.source, job.signal)) ?? (await decodedWindows(job))

export const hashAudio = async (job: Job): Promise<string> => {
  const { source } = job
  const input = ['-i', source.path, ...audioInput(job), '-map', audioMap(job)]
  const sum = await ffmpeg([...input, ...paddedAudioArgs(source), '-f', 'md5', '-'], job.signal)
  return hash(`${sum} ${source.seconds}`)
}
