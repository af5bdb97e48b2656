import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { langs } from '../../contract/protocol/language.js'
import { ffmpeg } from '../ingest/run-program.js'
import {
  captionsOf,
  type DramaFile,
  formatCaptions,
  hookIndexOf,
  type Labels,
  toSourceDescription
} from './drama-file.js'
import type { DrawingBrowser } from './drawing-browser.js'
import { EPISODE_MARK_AREA, encodeEpisodeMark, MARK_CELLS, MARK_COLOURS } from './episode-mark.js'
import { synthesize, toWav } from './music.js'

const seconds = 20
const frame = { width: 720, height: 1280 } as const
const noAbort = new AbortController().signal

/** Nearly lossless, and cut so that hook and scene can be joined without encoding them again. */
const intermediate = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-qp',
  '6',
  '-g',
  '48',
  '-bf',
  '0',
  '-threads',
  '2',
  '-pix_fmt',
  'yuv420p',
  '-video_track_timescale',
  '12288'
]

const saveFilm = async (
  browser: DrawingBrowser,
  file: string,
  draw: (path: string) => Promise<unknown>
): Promise<void> => {
  const frames = ['-f', 'mjpeg', '-framerate', '24', '-i', 'pipe:0', '-vf', 'scale=in_range=pc:out_range=tv']
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...frames, ...intermediate, file], {
    stdio: ['pipe', 'inherit', 'inherit']
  })
  const ended = once(child, 'close')
  const receiver = async (frame: Buffer): Promise<void> => {
    if (!child.stdin.write(frame)) await once(child.stdin, 'drain')
  }
  await browser.receive(receiver, draw)
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code} at ${file}`)
}

/** Without the description of the drawing browser's JPEG frames, because the first frame's counts for all segments. */
const plainColours = 'setparams=colorspace=unknown'
const plainChroma = ['-chroma_sample_location', 'left']

/** Draws boxes at the frame's left edge, which tests read as drama and episode. */
const markFilter = (drama: number, episode: number): string => {
  const width = Math.round(EPISODE_MARK_AREA.width * frame.width)
  const height = frame.height / MARK_CELLS
  const boxes = encodeEpisodeMark(drama, episode).map((isOn, cell) => {
    const colour = (isOn ? MARK_COLOURS.on : MARK_COLOURS.off).replace('#', '0x')
    return `drawbox=0:${cell * height}:${width}:${height}:${colour}:fill`
  })
  return boxes.join(',')
}

const makeEpisode = async (drama: DramaFile, no: number, scratch: string, out: string): Promise<void> => {
  const name = String(no).padStart(3, '0')
  for (const lang of langs)
    await writeFile(join(out, `${name}.${lang}.vtt`), formatCaptions(captionsOf(drama, no), lang))
  const hook = join(scratch, `hook-${hookIndexOf(no)}.mov`)
  const marked = ['-vf', `${markFilter(drama.index, no)},${plainColours}`, ...intermediate, ...plainChroma]
  await ffmpeg(['-i', hook, ...marked, join(scratch, 'marked.mov')], noAbort)
  const list = join(scratch, 'list.ffconcat')
  await writeFile(list, 'ffconcat version 1.0\nfile marked.mov\nduration 2\nfile scene.mov\nduration 18\n')
  const joined = ['-map', '0:v', '-map', '1:a', '-c', 'copy', '-video_track_timescale', '12288']
  const inputs = ['-f', 'concat', '-safe', '0', '-i', list, '-i', join(scratch, 'sound.wav')]
  await ffmpeg([...inputs, ...joined, join(out, `${name}.mov`)], noAbort)
}

export const makeSource = async (
  browser: DrawingBrowser,
  drama: DramaFile,
  labels: Labels,
  out: string
): Promise<void> => {
  const scratch = `${out}.scratch`
  await mkdir(scratch, { recursive: true })
  await mkdir(out, { recursive: true })
  await browser.page.evaluate(slug => artPage.paint(slug), drama.slug)
  for (const [kind, width, height] of [
    ['cover', 600, 800],
    ['banner', 900, 1000]
  ] as const)
    await browser.savePicture(join(out, `${kind}.png`), path =>
      browser.page.evaluate(([to, w, h, k]) => artPage.still(to, w, h, k), [path, width, height, kind] as const)
    )
  await writeFile(join(out, 'drama.json'), JSON.stringify(toSourceDescription(drama, labels), null, 2))
  await writeFile(join(scratch, 'sound.wav'), toWav(synthesize(drama.music, seconds)))
  const { page } = browser
  await saveFilm(browser, join(scratch, 'scene.mov'), path => page.evaluate(to => artPage.film(to), path))
  for (const index of drama.hooks.keys())
    await saveFilm(browser, join(scratch, `hook-${index}.mov`), path =>
      page.evaluate(([to, it]) => artPage.hook(to, it), [path, index] as const)
    )
  for (let no = 1; no <= drama.episodes; no++) await makeEpisode(drama, no, scratch, out)
  await rm(scratch, { recursive: true })
}
