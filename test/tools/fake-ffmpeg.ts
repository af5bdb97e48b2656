import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { bundleCli } from '../support/cli-program.js'

/** Segments as ffmpeg writes them: the first 4 s of `last-train` in 360p, the picture of each segment before its sound. */
export const wholeSegments = { init: file('init.mp4'), first: file('0.m4s'), second: file('1.m4s') }

function file(name: string): string {
  return path.resolve('test/tools/whole-segments', name)
}

const probe = `#!${process.execPath}
const file = process.argv.at(-1)
if (file === '-version') process.exit(0)
if (require('node:fs').readFileSync(file, 'utf8') === 'broken') {
  console.error(file + ': Invalid data found when processing input')
  process.exit(1)
}
const video = { codec_type: 'video', width: 720, height: 1280, avg_frame_rate: '24/1' }
console.log(JSON.stringify({ streams: [video, { codec_type: 'audio' }], format: { duration: '2.0' } }))
`

/**
 * Writes the requested outputs, with the content of the video in them; fails, hangs or writes its
 * arguments beside the video if the content says so.
 */
const encoder = `#!${process.execPath}
const fs = require('node:fs')
const path = require('node:path')
const args = process.argv.slice(2)
if (args[0] === '-version') process.exit(0)
const input = args[args.indexOf('-i') + 1]
const content = fs.readFileSync(input, 'utf8')
if (args.includes('pipe:1')) console.log('out_time_us=1000000\\nprogress=continue')
const playlists = args.filter(arg => arg.endsWith('index.m3u8'))
const segment = fs.readFileSync(${JSON.stringify(wholeSegments.first)})
for (const playlist of playlists) {
  const folder = path.dirname(playlist)
  fs.copyFileSync(${JSON.stringify(wholeSegments.init)}, path.join(folder, 'init.mp4'))
  segment.write(content + path.basename(folder), segment.indexOf('mdat') + 4)
  fs.writeFileSync(path.join(folder, 'seg-00000.m4s'), segment)
  fs.writeFileSync(playlist, '#EXTM3U\\n#EXTINF:2.000000,\\nseg-00000.m4s\\n#EXT-X-ENDLIST\\n')
}
if (playlists.length > 0 && content === 'args') fs.writeFileSync(input + '.args', args.join(' '))
if (playlists.length > 0 && content === 'fails') {
  console.error('Error while decoding stream #0:0')
  process.exit(1)
}
if (playlists.length > 0 && content === 'hangs') {
  console.log('hanging')
  setInterval(() => {}, 1000)
}
if (/\\.(webp|png)$/.test(args.at(-1))) fs.writeFileSync(args.at(-1), 'picture')
`

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))

/** The folder is removed at the end of the test file. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ingest-test-'))
  folders.push(folder)
  return folder
}

/** Makes a folder for PATH that has only a fake ffmpeg and a fake ffprobe. */
export const makeFakePath = async (): Promise<string> => {
  const folder = await makeFolder()
  for (const [name, script] of [
    ['ffprobe', probe],
    ['ffmpeg', encoder]
  ] as const) {
    await writeFile(path.join(folder, name), script)
    await chmod(path.join(folder, name), 0o755)
  }
  return folder
}

export const makeSource = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = path.join(await makeFolder(), 'my-drama')
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
  return folder
}

let bundle: Promise<string> | undefined

const program = (): Promise<string> => {
  bundle ??= makeFolder().then(bundleCli)
  return bundle
}

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export const startIngest = async (
  args: readonly string[],
  searchPath: string
): Promise<{ child: ChildProcess; ended: Promise<CommandResult> }> => {
  const child = spawn(process.execPath, [await program(), 'ingest', ...args], { env: { PATH: searchPath } })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  return { child, ended: new Promise(resolve => child.on('close', code => resolve({ code, out, err }))) }
}

export const runIngest = async (args: readonly string[], searchPath: string): Promise<CommandResult> =>
  (await startIngest(args, searchPath)).ended
