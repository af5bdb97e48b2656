// The embedded database in a thread of its own: in the server's thread it would starve every request.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const INT8 = 20

/** One statement for the worker; `close` ends it. */
export type WorkerRequest = { id: number; statement: string; parameters: unknown[] } | { id: number; close: true }

/** The worker's answer: rows, or an error with its SQL code. Id 0 says that the database is open. */
export type WorkerAnswer =
  | { id: number; rows: unknown[]; affected: number | null }
  | { id: number; error: { message: string; code: string | null } }

const port = parentPort
const open = PGlite.create(workerData.directory ?? undefined, { parsers: { [INT8]: (text: string) => text } })

function describe(error: unknown): { message: string; code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null }
  return { message: error.message, code: 'code' in error && typeof error.code === 'string' ? error.code : null }
}

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const database = await open
    if ('close' in request) {
      await database.close()
      return { id: request.id, rows: [], affected: null }
    }
    const result = await database.query(request.statement, request.parameters)
    return { id: request.id, rows: result.rows, affected: result.affectedRows ?? null }
  } catch (error) {
    return { id: request.id, error: describe(error) }
  }
}

port?.on('message', async (request: WorkerRequest) => port.postMessage(await answer(request)))
open.then(
  () => port?.postMessage({ id: 0, rows: [], affected: null } satisfies WorkerAnswer),
  error => port?.postMessage({ id: 0, error: describe(error) } satisfies WorkerAnswer)
)
