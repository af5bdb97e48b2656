// Runs every `test:*` script of package.json in order and stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
const steps = Object.keys(scripts)
  .filter(name => name.startsWith('test:'))
  .sort()

for (const step of steps) {
  const startedAt = performance.now()
  console.log(`\n▶ ${step}: ${scripts[step]}`)
  const { status } = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (status !== 0) {
    console.log(`✗ ${step} failed after ${seconds} s`)
    process.exit(1)
  }
  console.log(`✓ ${step} ${seconds} s`)
}
