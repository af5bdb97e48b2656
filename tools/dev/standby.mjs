// Loads packages while it waits, then runs the server.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

process.on('message', async ({ packages = [], entry, env }) => {
  for (const name of packages) await import(name).catch(() => undefined)
  if (entry === undefined) return
  Object.assign(process.env, env)
  await import(pathToFileURL(path.resolve(entry)).href)
})
// The server must not outlive `npm run dev`, which may be killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
