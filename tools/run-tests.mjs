// Runs the numbered `test:` scripts of package.json in order, those with the same number in parallel. Stops after a number
// with a failure, and then repeats what the failed scripts printed last, because a log may be cut to its end.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
const names = Object.keys(scripts)
  .filter(name => /^test:\d/.test(name))
  .sort()
const numberOf = name => /\d+/.exec(name)?.[0]
const REPEATED_LINES = 80

function run(name, isLive) {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['inherit', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => output.push(chunk))
    if (isLive) stream.pipe(process.stdout, { end: false })
  }
  return new Promise(resolve => {
    child.once('close', status => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const line = status === 0 ? `✓ ${name} ${seconds} s` : `✗ ${name} failed after ${seconds} s`
      const text = Buffer.concat(output).toString()
      resolve({ hasPassed: status === 0, text, unprinted: isLive ? '' : text, line })
    })
  })
}

for (const number of new Set(names.map(numberOf))) {
  const group = names.filter(name => numberOf(name) === number)
  for (const name of group) console.log(`\n▶ ${name}: ${scripts[name]}`)
  const runs = group.map((name, place) => run(name, place === 0))
  const failed = []
  for (const running of runs) {
    const result = await running
    process.stdout.write(result.unprinted)
    console.log(result.line)
    if (!result.hasPassed) failed.push(result)
  }
  for (const { text, line } of failed) {
    const lines = text.split('\n').filter(printed => printed.trim() && !printed.includes('✓'))
    console.log(
      `\n${line}; the last of what it printed, without passed tests:\n${lines.slice(-REPEATED_LINES).join('\n')}`
    )
  }
  if (failed.length) {
    process.exitCode = 1
    break
  }
}
