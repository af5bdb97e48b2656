// `npm run operator`, `ingest` and `media` start the built program with the name of their group.
import { existsSync } from 'node:fs'

const program = new URL('../../dist/cli/drama.js', import.meta.url)

if (existsSync(program)) await import(program.href)
else {
  console.error('✗ dist/cli/drama.js is missing: npm run build makes it')
  process.exitCode = 2
}
