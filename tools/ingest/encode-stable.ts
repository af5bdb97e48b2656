import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioArgs, audioInput, audioMap, hlsOutput, type Job, paddedAudioArgs } from './encode.js'
import { type EncodingWindow, hashAudio, hashWindows } from './encode-windows.js'
import { fitFilter, type QualityLevel, rateText, segmentFrames } from './quality-ladder.js'
import { ffmpeg } from './run-program.js'

// Stable mode encodes each two-second window of the footage alone, with a constant quantiser. A window is identified by
// the hash of its pictures, so footage shared by several episodes is encoded once and has the same bytes in each.

export type EncodedWindowCache = Map<string, string>

const WINDOWS_PER_PROCESS = 10

const quantiser = (rung: QualityLevel, job: Job): number => job.options.qp - (720 - rung.width) / 180

const encoder = (rung: QualityLevel, job: Job): string[] => {
  const gop = segmentFrames(job.source)
  const constantOptions = 'scenecut=0:open-gop=0:mbtree=0:rc-lookahead=0:b-adapt=0:bframes=3:b-pyramid=none:weightp=0'
  return [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-tune',
    'animation',
    '-profile:v',
    'high',
    '-level',
    rung.level,
    '-qp',
    String(quantiser(rung, job)),
    '-threads',
    '1',
    '-x264-params',
    `keyint=${gop}:min-keyint=${gop}:${constantOptions}:direct=spatial:ref=3:threads=1`
  ]
}

const quotePath = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

const pieceName = (key: string, rung: QualityLevel): string => `${key}-${rung.name}.mp4`

const encodeWindows = async (job: Job, windows: readonly EncodingWindow[], pieces: string): Promise<void> => {
  const size = segmentFrames(job.source)
  const last = Math.max(...windows.map(window => window.index + 1))
  const until = ((last * size + 2) * job.source.rate.den) / job.source.rate.num
  const graph = [
    `[0:v:0]fps=${rateText(job.source)},split=${windows.length}${windows.map(w => `[w${w.index}]`).join('')}`
  ]
  const outputs: string[] = []
  for (const { index, key } of windows) {
    const from = index * size
    const parts = job.ladder.map(rung => `[w${index}${rung.name}]`).join('')
    const cut = `trim=start_frame=${from}:end_frame=${from + size},setpts=PTS-STARTPTS`
    graph.push(`[w${index}]${cut},split=${job.ladder.length}${parts}`)
    for (const rung of job.ladder) {
      graph.push(`[w${index}${rung.name}]${fitFilter(job.source, rung)}[o${index}${rung.name}]`)
      outputs.push('-map', `[o${index}${rung.name}]`, ...encoder(rung, job), '-an', join(pieces, pieceName(key, rung)))
    }
  }
  const input = ['-t', String(until), '-i', job.source.path]
  await ffmpeg([...input, '-filter_complex', graph.join(';'), ...outputs], job.signal)
}

const encodeMissing = async (
  job: Job,
  windows: readonly EncodingWindow[],
  cache: EncodedWindowCache,
  pieces: string
): Promise<void> => {
  const fresh = new Map(windows.filter(window => !cache.has(window.key)).map(window => [window.key, window]))
  const missing = [...fresh.values()]
  for (let at = 0; at < missing.length; at += WINDOWS_PER_PROCESS) {
    const part = missing.slice(at, at + WINDOWS_PER_PROCESS)
    await encodeWindows(job, part, pieces)
    for (const window of part) cache.set(window.key, join(pieces, window.key))
  }
}

const encodeAudio = async (job: Job, key: string, cache: EncodedWindowCache, pieces: string): Promise<string> => {
  const file = join(pieces, `${key}.m4a`)
  if (cache.has(key)) return file
  const length = ['-map', audioMap(job), ...paddedAudioArgs(job.source)]
  await ffmpeg(['-i', job.source.path, ...audioInput(job), ...length, ...audioArgs(job.options), file], job.signal)
  cache.set(key, file)
  return file
}

const mux = async (job: Job, windows: readonly EncodingWindow[], audio: string, pieces: string): Promise<void> => {
  const { num, den } = job.source.rate
  const inputs: string[] = []
  const outputs: string[] = []
  for (const [index, rung] of job.ladder.entries()) {
    const lines = windows.map(
      w => `file ${quotePath(join(pieces, pieceName(w.key, rung)))}\nduration ${(w.frames * den) / num}`
    )
    const list = join(job.folder, `${rung.name}.ffconcat`)
    const folder = join(job.folder, rung.name)
    await writeFile(list, `ffconcat version 1.0\n${lines.join('\n')}\n`)
    await mkdir(folder, { recursive: true })
    inputs.push('-f', 'concat', '-safe', '0', '-i', list)
    outputs.push('-map', `${index + 1}:v`, '-map', '0:a', '-c', 'copy', ...hlsOutput(folder))
  }
  await ffmpeg(['-i', audio, ...inputs, ...outputs], job.signal)
}

export const encodeStable = async (job: Job, cache: EncodedWindowCache, pieces: string): Promise<void> => {
  await mkdir(pieces, { recursive: true })
  const windows = await hashWindows(job)
  await encodeMissing(job, windows, cache, pieces)
  await mux(job, windows, await encodeAudio(job, await hashAudio(job), cache, pieces), pieces)
}
