import { atom, type WritableAtom } from 'nanostores'
import type { ContinueCard } from '../../../contract/drama.js'
import type { Environment } from '../environment.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'
import { type ProgressSaver, UNSAVED_PROGRESS_KEY } from './unsaved-progress.js'

export type ProgressWrite = (saver: ProgressSaver) => Promise<void>

export interface Progress {
  $latest: WritableAtom<ContinueCard | undefined>
  /** Runs a task with the saver, after the tasks before it. `save-progress.ts` has the tasks. */
  write(task: ProgressWrite): void
  preloadSaver(): void
  /** Resolves when the server has everything, at the latest after the time-out of `waitAtMost`. */
  whenSaved(): Promise<void>
}

export function createProgress(api: Api, environment: Environment, session: Session, signal: AbortSignal): Progress {
  const { clock } = environment
  const $latest = atom<ContinueCard | undefined>()
  let whenWritten: Promise<unknown> = Promise.resolve()
  const queue: ProgressWrite[] = []
  let saver: Promise<ProgressSaver> | undefined

  function loadSaver(): Promise<ProgressSaver> {
    saver ??= import('./progress-saver.js').then(({ createProgressSaver }) =>
      createProgressSaver(environment, api, session, signal)
    )
    saver.catch(() => {
      saver = undefined
    })
    return saver
  }

  const write = (task: ProgressWrite) => {
    queue.push(task)
    const written = loadSaver().then(loaded => Promise.all(queue.splice(0).map(writeTask => writeTask(loaded))))
    whenWritten = Promise.all([whenWritten, written]).catch(() => undefined)
  }
  const flush = () => write(({ send }) => send())
  if (environment.storage.get(UNSAVED_PROGRESS_KEY)) flush()
  return {
    $latest,
    write,
    preloadSaver: () => void loadSaver(),
    whenSaved() {
      if (saver) flush()
      return waitAtMost(clock, whenWritten)
    }
  }
}
