import { z } from 'zod'
import { dumpDatabase } from '../../db/dump/dump-database.js'
import { NoSpaceForCopy } from '../../db/pglite/folder-copy.js'
import { createFieldError, RateLimitError } from '../../http/business-error.js'
import { toLoggedError } from '../../lib/log.js'
import type { Services } from '../../services.js'

export const databaseExportPath = '/operator/backup'

/** `pid` is the process that the caller expects, so that a copy never comes from another server than its files. */
export const databaseExportRequest = z.object({ pid: z.number().int().optional() })

const RETRY_AFTER_S = 30

/** One at a time: another is refused until the first has been read or cancelled. */
export function createDatabaseExport({ openSnapshot, log }: Services): () => Promise<ReadableStream<Uint8Array>> {
  let isBusy = false
  return async () => {
    if (isBusy) throw new RateLimitError(RETRY_AFTER_S)
    isBusy = true
    const startedAt = performance.now()
    const release = () => {
      isBusy = false
    }
    const snapshot = await openSnapshot().catch(error => {
      release()
      throw error instanceof NoSpaceForCopy ? createFieldError('DATA_DIR', 'no_space') : error
    })
    log.info({ ms: Math.round(performance.now() - startedAt) }, 'backup: the database is copied')
    const text = dumpDatabase(snapshot.db)
    const close = () =>
      snapshot.close().then(release, error => {
        release()
        log.error({ error: toLoggedError(error) }, 'backup: the copy of the database cannot be closed')
      })
    return streamText(text, close)
  }
}

function streamText(text: AsyncGenerator<string>, close: () => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await text.next()
        if (done !== true) return controller.enqueue(encoder.encode(value))
        await close()
        controller.close()
      } catch (error) {
        await close()
        throw error
      }
    },
    async cancel() {
      await text.return(undefined).catch(() => undefined)
      await close()
    }
  })
}
