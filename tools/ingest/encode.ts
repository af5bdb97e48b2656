import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from './options.js'
import type { Source } from './probe.js'
import { fitFilter, type QualityLevel, rateText, segmentFrames } from './quality-ladder.js'
import { ffmpegWithProgress } from './run-program.js'

export interface Job {
  readonly source: Source
  readonly ladder: readonly QualityLevel[]
  readonly options: Options
  readonly folder: string
  readonly signal: AbortSignal
  /** Of the episode, from 0 to 100. */
  readonly onPercent: (percent: number) => void
}

const audioRate = (options: Options): string => (options.audioKbps < 48 ? '32000' : '48000')

export const audioArgs = (options: Options): string[] => [
  '-c:a',
  'aac',
  '-b:a',
  `${options.audioKbps}k`,
  '-ar',
  audioRate(options),
  '-ac',
  options.mono ? '1' : '2'
]

/** Adds silence to a video without sound, because every segment carries both. */
export const audioInput = ({ source }: Job): string[] =>
  source.hasAudio ? [] : ['-f', 'lavfi', '-t', String(source.seconds), '-i', 'anullsrc=r=48000:cl=stereo']

const EXTRA_SOUND_S = 0.1

/**
 * Fills gaps with silence, also before sound that starts later than the picture, because every chunk carries both. The
 * sound lasts a little longer than the picture, so that the last segment has some, too.
 */
export const paddedAudioArgs = ({ seconds }: Source): string[] => [
  '-af',
  'aresample=async=1:first_pts=0,apad',
  '-t',
  String(seconds + EXTRA_SOUND_S)
]

export const audioMap = ({ source }: Job): string => (source.hasAudio ? '0:a:0' : '1:a:0')

/**
 * Cuts fMP4 segments at every key frame. Time stamps stay unchanged, because the edit lists in the init segment put
 * both the first picture and the first sound at zero.
 */
export const hlsOutput = (folder: string): string[] => [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-avoid_negative_ts',
  'disabled',
  '-f',
  'hls',
  '-hls_time',
  '1',
  '-hls_playlist_type',
  'vod',
  '-hls_flags',
  'independent_segments',
  // Leaves out the measured bit rate, so that one init segment serves every episode.
  '-hls_segment_options',
  'write_btrt=0',
  '-hls_segment_type',
  'fmp4',
  '-hls_fmp4_init_filename',
  'init.mp4',
  '-hls_segment_filename',
  join(folder.replaceAll('%', '%%'), 'seg-%05d.m4s'),
  join(folder, 'index.m3u8')
]

const encoder = (rung: QualityLevel, job: Job): string[] => {
  const gop = segmentFrames(job.source)
  return [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-profile:v',
    'high',
    '-level',
    rung.level,
    '-crf',
    '22',
    '-maxrate',
    `${rung.maxKbps}k`,
    '-bufsize',
    `${rung.maxKbps * 2}k`,
    '-threads',
    String(job.options.threads),
    '-x264-params',
    `keyint=${gop}:min-keyint=${gop}:scenecut=0:open-gop=0:bframes=3:ref=3`
  ]
}

export const encodeEpisode = async (job: Job): Promise<void> => {
  const { source, ladder } = job
  const splits = ladder.map(rung => `[in${rung.name}]`).join('')
  const scaled = ladder.map(rung => `[in${rung.name}]${fitFilter(source, rung)}[${rung.name}]`)
  const graph = [`[0:v:0]fps=${rateText(source)},split=${ladder.length}${splits}`, ...scaled].join(';')
  const outputs: string[] = []
  for (const rung of ladder) {
    const folder = join(job.folder, rung.name)
    await mkdir(folder, { recursive: true })
    outputs.push('-map', `[${rung.name}]`, '-map', audioMap(job), ...encoder(rung, job), ...audioArgs(job.options))
    outputs.push(...paddedAudioArgs(source), ...hlsOutput(folder))
  }
  const args = ['-i', source.path, ...audioInput(job), '-filter_complex', graph, ...outputs]
  await ffmpegWithProgress(args, job.signal, seconds =>
    job.onPercent(Math.min(100, Math.floor((seconds / source.seconds) * 100)))
  )
}
