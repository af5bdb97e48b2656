import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { langs } from '../../contract/protocol/language.js'
import { ffmpeg } from '../ingest/run-program.js'
import { type DramaFile, formatCaptions, type Labels, toSourceDescription } from './drama-file.js'
import type { DrawingBrowser } from './drawing-browser.js'
import { synthesize, toWav } from './music.js'

const seconds = 20
const noAbort = new AbortController().signal

/** Nearly lossless, and cut so that title and scene can be joined without encoding them again. */
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

const filmScene = async (browser: DrawingBrowser, file: string): Promise<void> => {
  const frames = ['-f', 'mjpeg', '-framerate', '24', '-i', 'pipe:0', '-vf', 'scale=in_range=pc:out_range=tv']
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...frames, ...intermediate, file], {
    stdio: ['pipe', 'inherit', 'inherit']
  })
  const ended = once(child, 'close')
  const receiver = async (frame: Buffer): Promise<void> => {
    if (!child.stdin.write(frame)) await once(child.stdin, 'drain')
  }
  await browser.receive(receiver, path => browser.page.evaluate(to => artPage.film(to), path))
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code} at ${file}`)
}

const makeEpisode = async (
  browser: DrawingBrowser,
  drama: DramaFile,
  no: number,
  scratch: string,
  out: string
): Promise<void> => {
  const card = { drama: drama.index, episode: no, colour: drama.about.colour }
  const png = join(scratch, 'title.png')
  const title = join(scratch, 'title.mov')
  await browser.savePicture(png, path =>
    browser.page.evaluate(([to, it]) => artPage.title(to, it), [path, card] as const)
  )
  await ffmpeg(['-loop', '1', '-framerate', '24', '-i', png, '-frames:v', '48', ...intermediate, title], noAbort)
  const list = join(scratch, 'list.ffconcat')
  await writeFile(list, 'ffconcat version 1.0\nfile title.mov\nduration 2\nfile scene.mov\nduration 18\n')
  const joined = ['-map', '0:v', '-map', '1:a', '-c', 'copy', '-video_track_timescale', '12288']
  const inputs = ['-f', 'concat', '-safe', '0', '-i', list, '-i', join(scratch, 'sound.wav')]
  await ffmpeg([...inputs, ...joined, join(out, `${String(no).padStart(3, '0')}.mov`)], noAbort)
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
  for (const lang of langs) await writeFile(join(out, `all.${lang}.vtt`), formatCaptions(drama.captions, lang))
  await writeFile(join(scratch, 'sound.wav'), toWav(synthesize(drama.music, seconds)))
  await filmScene(browser, join(scratch, 'scene.mov'))
  for (let no = 1; no <= drama.episodes; no++) await makeEpisode(browser, drama, no, scratch, out)
  await rm(scratch, { recursive: true })
}
