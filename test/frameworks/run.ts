// `npm run frameworks`: installs Next, Nuxt, SvelteKit and Astro, builds the guide's examples and opens them.
// Not part of `npm test`, because it installs a gigabyte from the registry.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openBrowser } from '../e2e/support/browser.js'
import { openProduct } from '../e2e/support/open-product.js'
import { findFreePort } from '../support/find-free-port.js'
import { createProjects, type FrameworkProject } from './projects.js'

const START_TIMEOUT_MS = 60_000
const run = promisify(execFile)
const wanted = process.argv.slice(2).map(name => name.toLowerCase())
const { version } = JSON.parse(await readFile('package.json', 'utf8'))

const product = await openProduct()
try {
  for (const project of createProjects(product.origin)) {
    if (wanted.length > 0 && !wanted.includes(project.name.toLowerCase())) continue
    try {
      console.log(`✓ ${project.name.padEnd(10)} ${await tryProject(project)}`)
    } catch (error) {
      const { stdout = '', stderr = '' } = Object(error) as { stdout?: string; stderr?: string }
      console.error(`✗ ${project.name}: ${error}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`)
      process.exitCode = 1
    }
  }
} finally {
  await product.stop()
}

async function tryProject(project: FrameworkProject): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `drama-${project.name.toLowerCase()}-`))
  try {
    for (const [name, content] of Object.entries(project.files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), content)
    }
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    const packed = `${product.origin}/npm/drama-app-${version}.tgz`
    const options = { cwd: folder, env: { ...process.env, CI: '1' }, maxBuffer: 64 * 1024 * 1024 }
    // Some of their packages ask for a newer Node than they need.
    const flags = ['--no-audit', '--no-fund', '--engine-strict=false']
    await run('npm', ['install', ...flags, packed, ...project.packages], options)
    for (const command of project.build) await run('npx', ['--no-install', ...command.split(' ')], options)
    await openSite(folder, project)
    return describeVersions(folder, project)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openSite(folder: string, { serve, event }: FrameworkProject): Promise<void> {
  const port = await findFreePort()
  const server = spawn('npx', ['--no-install', ...serve(port).split(' ')], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}` },
    stdio: 'ignore',
    detached: true
  })
  const browser = await openBrowser()
  try {
    const address = `http://localhost:${port}/`
    await waitForAnswer(address, server)
    const page = await browser.newPage()
    const errors: string[] = []
    const logged: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', message => logged.push(message.text()))
    await page.goto(address)
    await page.locator('drama-app >> .hero h2').first().waitFor()
    await page.locator('drama-app').evaluate((element, { name, detail }) => {
      element.dispatchEvent(new CustomEvent(name, { detail }))
    }, event)
    if (!logged.includes(event.logged)) throw new Error(`${event.name} was not heard; logged: ${logged.join(' | ')}`)
    if (errors.length > 0) throw new Error(errors.join(' | '))
  } finally {
    await browser.close()
    const hasEnded = once(server, 'exit')
    if (server.exitCode === null && server.pid) process.kill(-server.pid)
    await hasEnded
  }
}

async function waitForAnswer(address: string, server: ChildProcess): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < START_TIMEOUT_MS && server.exitCode === null) {
    if (await fetch(address).catch(() => null)) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`nothing answers at ${address}`)
}

async function describeVersions(folder: string, { packages }: FrameworkProject): Promise<string> {
  const versions = packages.map(async spec => {
    const name = spec.replace(/(?<=.)@.*$/, '')
    const manifest = path.join(folder, 'node_modules', name, 'package.json')
    return `${name} ${JSON.parse(await readFile(manifest, 'utf8')).version}`
  })
  return (await Promise.all(versions)).join(', ')
}
