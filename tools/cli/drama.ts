#!/usr/bin/env node
import { cliGroups } from './cli-groups.js'
import { runCommandLine } from './run-command-line.js'

// A pipe that is closed early (`drama operator log | head`) is no error.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), cliGroups, {
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : null,
  writeOut: text => void process.stdout.write(text),
  writeError: text => void process.stderr.write(text)
})
