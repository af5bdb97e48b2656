// `npm run deploy:check`: installs what deploy/Containerfile puts into its last stage, and starts it as it would.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommands, readCopiedPaths } from './containerfile.js'

const CONTAINERFILE = readFileSync('deploy/Containerfile', 'utf8')
const SAMPLE = 'last-train'
const START_TIMEOUT_MS = 60_000
/** The user of the image; only root can become another user. */
const USER_ID = 1000
const isRoot = process.getuid?.() === 0

const folder = mkdtempSync(path.join(tmpdir(), 'drama-deploy-'))
try {
  await check('as it is', { PICTURES: '1', ARCHIVE: '0' })
  await check('without sharp', { PICTURES: '0', ARCHIVE: '0' })
  await check('with DuckDB', { PICTURES: '1', ARCHIVE: '1' })
} finally {
  if (!isRoot) execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}

/** Arguments of the build. */
interface BuildArguments {
  PICTURES: '0' | '1'
  ARCHIVE: '0' | '1'
}

async function check(name: string, args: BuildArguments): Promise<void> {
  const app = path.join(folder, `app-${args.PICTURES}${args.ARCHIVE}`)
  const data = path.join(folder, `data-${args.PICTURES}${args.ARCHIVE}`)
  const env: Record<string, string> = args.ARCHIVE === '1' ? { REPORT_ARCHIVE: 'write' } : {}
  const hasPictures = args.PICTURES === '1'
  install(app, args)
  mkdirSync(data)
  cpSync(`sample/catalogue/${SAMPLE}`, path.join(data, 'catalogue', SAMPLE), { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', folder])
  if (isRoot) {
    execFileSync('chown', ['-R', `${USER_ID}:${USER_ID}`, data])
    chownSync(folder, USER_ID, USER_ID)
  } else execFileSync('chmod', ['-R', 'a-w', app])
  console.log(`✓ ${name}: node_modules ${readSizeMb(path.join(app, 'node_modules'))} MB`)
  console.log(`✓ ${name}: dist ${readSizeMb(path.join(app, 'dist'))} MB`)
  console.log(`✓ ${name}: ready in ${await start(app, data, env)} ms on a new database`)
  const server = await startServer(app, data, env)
  console.log(`✓ ${name}: ready in ${server.readyMs} ms on a migrated database`)
  try {
    await expectStatus(`${server.origin}/healthz`, 200)
    const preview = await findPreview(server.origin)
    await expectStatus(preview, hasPictures ? 200 : 503)
    console.log(`✓ ${name}: /healthz is 200, a preview of a link ${hasPictures ? 200 : 503}`)
  } finally {
    await stopServer(server.child)
  }
}

function install(app: string, args: BuildArguments): void {
  mkdirSync(app)
  for (const stage of ['packages', 'server']) {
    for (const file of readCopiedPaths(CONTAINERFILE, stage)) cpSync(file, path.join(app, file), { recursive: true })
  }
  cpSync('dist', path.join(app, 'dist'), { recursive: true })
  const [, removed = ''] = /rm -rf (dist\/.+)$/m.exec(CONTAINERFILE) ?? []
  for (const file of removed.split(' ')) rmSync(path.join(app, file), { recursive: true })
  execFileSync('sh', ['-c', readCommands(CONTAINERFILE, 'packages')], {
    cwd: app,
    env: { ...process.env, ...args },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  for (const [name, value] of [
    ['sharp', args.PICTURES],
    ['@duckdb', args.ARCHIVE]
  ] as const) {
    if (existsSync(path.join(app, 'node_modules', name)) !== (value === '1')) throw new Error(`${name} is not as asked`)
  }
}

function readSizeMb(target: string) {
  return execFileSync('du', ['-sm', target], { encoding: 'utf8' }).split('\t')[0]
}

async function start(app: string, data: string, env: Record<string, string>): Promise<number> {
  const { child, readyMs } = await startServer(app, data, env)
  await stopServer(child)
  return readyMs
}

/** As the image does, with the embedded database. */
async function startServer(app: string, data: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server'], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: data,
      PORT: '0',
      PAYMENTS: 'sandbox',
      ALLOW_SANDBOX_PAYMENTS: '1',
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: USER_ID, gid: USER_ID })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server did not start:\n${output}`)
  })
  const find = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(output)) await Promise.race([once(child.stdout, 'data'), ended])
    return pattern.exec(output)?.[1] ?? ''
  }
  const readyMs = Number(await find(/ready in (\d+) ms/))
  const origin = await find(/site +(http:\S+[^/\s])\/?\s/)
  clearTimeout(timer)
  ended.catch(() => undefined)
  return { child, readyMs, origin }
}

async function stopServer(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`the server ended with ${code}`)
}

/** The picture that the page of a drama names. */
async function findPreview(origin: string): Promise<string> {
  const { id } = JSON.parse(readFileSync(`sample/catalogue/${SAMPLE}/drama.json`, 'utf8')) as { id: string }
  const page = await (await fetch(`${origin}/?drama=${id}`)).text()
  const [, preview] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
  if (preview === undefined) throw new Error(`the page of ${id} names no picture`)
  return preview
}

async function expectStatus(url: string, expected: number): Promise<void> {
  const { status } = await fetch(url)
  if (status !== expected) throw new Error(`${url} is ${status} instead of ${expected}`)
}
