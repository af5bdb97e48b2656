// Runs the numbered `test:` scripts of package.json in order, those with the same number in parallel. Stops after a number
// with a failure.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
const names = Object.keys(scripts)
  .filter(name => /^test:\d/.test(name))
  .sort()
const numberOf = name => /\d+/.exec(name)?.[0]

function run(name, isLive) {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['inherit', ...Array(2).fill(isLive ? 'inherit' : 'pipe')]
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(chunk))
  return new Promise(resolve => {
    child.once('close', status => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const line = status === 0 ? `✓ ${name} ${seconds} s` : `✗ ${name} failed after ${seconds} s`
      resolve({ hasPassed: status === 0, text: Buffer.concat(output), line })
    })
  })
}

for (const number of new Set(names.map(numberOf))) {
  const group = names.filter(name => numberOf(name) === number)
  for (const name of group) console.log(`\n▶ ${name}: ${scripts[name]}`)
  const runs = group.map((name, place) => run(name, place === 0))
  let hasPassed = true
  for (const running of runs) {
    const { text, line, ...result } = await running
    process.stdout.write(text)
    console.log(line)
    hasPassed &&= result.hasPassed
  }
  if (!hasPassed) process.exit(1)
}
