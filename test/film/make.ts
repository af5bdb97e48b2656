// `npm run film`: makes the film of the benchmarks and player tests and ingests it. The video is like that of a camera:
// moving, with grain, B-frames and a variable frame rate, and stereo sound that starts later than the picture.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ingest } from '../../tools/ingest/ingest.js'
import { readOptions } from '../../tools/ingest/options.js'
import { createTextProgress } from '../../tools/ingest/progress.js'
import { ffmpeg } from '../../tools/ingest/run-program.js'
import { encodeEpisodeMark, MARK_CELLS } from '../../tools/sample/episode-mark.js'
import { FILM_DRAMA, FILM_FOLDER, filmMark } from './film.js'

const [WIDTH, HEIGHT] = [720, 1280]
/** Length of a shot and of a segment. */
const SHOT_S = 2
const SOUND_DELAY_S = 0.4
/** Pictures of the sample, which fill one segment each. */
const shots = ['last-train', 'winter-bride', 'garden-of-lies', 'red-silk', 'exiled-empress', 'lisbon-waves']

const { signal } = new AbortController()

/** A handheld camera on a picture, with grain. The mark gives the number of the shot as that of an episode. */
const filmShot = (shot: number): string => {
  const cell = Math.round((filmMark.width * WIDTH) / MARK_CELLS)
  const top = Math.round(filmMark.top * HEIGHT)
  const left = Math.round(filmMark.left * WIDTH)
  const boxes = encodeEpisodeMark(FILM_DRAMA.number, shot + 1).map(
    (isWhite, index) => `drawbox=${left + index * cell}:${top}:${cell}:${cell}:${isWhite ? 'white' : 'black'}:fill`
  )
  const move = `x='(iw-ow)/2+(iw-ow)*0.3*sin(t*0.9+${shot})+6*sin(t*7)':y='(ih-oh)/2+(ih-oh)*0.4*cos(t*1.3)+5*sin(t*9)'`
  const camera = `scale=-2:1480:flags=bicubic,crop=${WIDTH}:${HEIGHT}:${move}`
  const grain = `noise=all_seed=${shot + 1}:alls=14:allf=t`
  return `[${shot}:v]${camera},${grain},${boxes.join(',')},setsar=1,format=yuv420p[shot${shot}]`
}

const filmVideo = async (file: string): Promise<void> => {
  const pictures = shots.flatMap(slug => {
    const picture = join('sample/catalogue', slug, 'banner.webp')
    return ['-loop', '1', '-framerate', '30', '-t', String(SHOT_S), '-i', picture]
  })
  const seconds = shots.length * SHOT_S
  const voice = `aevalsrc=exprs='0.2*sin(220*2*PI*t)*abs(sin(3*t))|0.2*sin(330*2*PI*t)*abs(cos(2*t))':s=48000:d=${seconds}`
  const room = `anoisesrc=a=0.03:c=pink:r=48000:s=7:d=${seconds}`
  const graph = [
    ...shots.map((_, shot) => filmShot(shot)),
    // Times between pictures differ, as those of a phone's camera do.
    `${shots.map((_, shot) => `[shot${shot}]`).join('')}concat=n=${shots.length},setpts='(N+mod(N\\,5)/8)/30/TB'[picture]`,
    `[${shots.length}:a][${shots.length + 1}:a]amix=duration=first[mixed]`,
    `[mixed]atrim=${SOUND_DELAY_S}[sound]`
  ].join(';')
  const inputs = [...pictures, '-f', 'lavfi', '-i', voice, '-f', 'lavfi', '-i', room]
  const video = [
    '-fps_mode',
    'vfr',
    '-enc_time_base',
    '1/15360',
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-bf',
    '3',
    '-b:v',
    '16M',
    '-threads',
    '2'
  ]
  const audio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  const exact = ['-fflags', '+bitexact', '-map_metadata', '-1']
  await ffmpeg(
    [...inputs, '-filter_complex', graph, '-map', '[picture]', '-map', '[sound]', ...video, ...audio, ...exact, file],
    signal
  )
}

const folder = await mkdtemp(join(tmpdir(), 'film-'))
try {
  await filmVideo(join(folder, '1.mp4'))
  await writeFile(join(folder, 'drama.json'), JSON.stringify(FILM_DRAMA.description))
  const options = readOptions(folder, { out: resolve(FILM_FOLDER), threads: '1' }, {})
  await ingest(
    options,
    signal,
    createTextProgress(line => console.log(line))
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
