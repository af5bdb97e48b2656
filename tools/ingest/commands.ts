import type { CliCommand, CliContext, CliInput, CliResult } from '../cli/cli-command.js'
import { CliError } from '../cli/cli-error.js'
import { createEndOfInputSignal, createStopSignal } from '../cli/stop-signal.js'
import { readOptions } from './options.js'
import { createJsonProgress, createTextProgress } from './progress.js'

export const ingestCommands: readonly CliCommand[] = [
  {
    usage: '<folder>',
    description:
      'packages a folder of videos as a drama that the server can serve, or writes the segments of a package anew',
    arguments: { folder: { description: 'a folder of videos, or a package with --repack' } },
    options: {
      '--out <folder>': { description: 'where the package is published: DATA_DIR/catalogue by default' },
      '--into <folder>': {
        description: 'a package that gets the episodes; files are named by their numbers, such as 007.mov'
      },
      '--progress <format>': {
        description: 'prints the progress as lines of JSON, and stops when the input ends',
        choices: ['json']
      },
      '--stable': { description: 'equal footage gives equal bytes' },
      '--qp <number>': { description: 'quantiser with --stable: 18 to 45, 28 by default' },
      '--audio-kbps <number>': { description: 'bit rate of the sound: 16 to 256, 96 by default' },
      '--mono': { description: 'sound in one channel' },
      '--threads <number>': {
        description: 'threads of the encoder: 0 to 64; 0, the default, is as many as ffmpeg likes'
      },
      '--repack': { description: 'writes the segments of an older package in chunks, without encoding' }
    },
    examples: [
      'films/winter-bride',
      'films/new --into .data/catalogue/winter-bride',
      '--repack .data/catalogue/winter-bride'
    ],
    run: runIngest
  }
]

async function runIngest({ values, options }: CliInput, { env, log }: CliContext): Promise<CliResult> {
  const settings = readOptions(values.folder ?? '', options, env)
  const signal = settings.hasJsonProgress
    ? AbortSignal.any([createStopSignal(), createEndOfInputSignal()])
    : createStopSignal()
  const progress = settings.hasJsonProgress ? createJsonProgress(log) : createTextProgress(log)
  const work = async () => {
    if (settings.isRepack) {
      const { repackPackage } = await import('./repack-package.js')
      return repackPackage(settings.folder, signal, log)
    }
    if (settings.into !== null) {
      const { ingestInto } = await import('./ingest-into.js')
      return ingestInto({ ...settings, into: settings.into }, signal, progress)
    }
    const { ingest } = await import('./ingest.js')
    return ingest(settings, signal, progress)
  }
  try {
    return { data: await work(), text: '' }
  } catch (error) {
    throw signal.aborted ? new CliError('stopped', 'stopped; nothing was published', { exitCode: 130 }) : error
  } finally {
    // An open input would keep the program running.
    if (settings.hasJsonProgress) process.stdin.destroy()
  }
}
