// Runs PGlite in a separate thread: in the server's thread it would block every request.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pgliteParsers } from './pglite-parsers.js'

export type PGliteWorkerRequest = { id: number; statement: string; parameters: unknown[] } | { id: number; close: true }

export type PGliteWorkerResponse =
  | { id: number; rows: unknown[]; affected: number | null }
  | { id: number; error: { message: string; code: string | null } }

const port = parentPort
const opening = PGlite.create(workerData.directory ?? undefined, { parsers: pgliteParsers })

function describeError(error: unknown): { message: string; code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null }
  return { message: error.message, code: 'code' in error && typeof error.code === 'string' ? error.code : null }
}

async function runRequest(request: PGliteWorkerRequest): Promise<PGliteWorkerResponse> {
  try {
    const database = await opening
    if ('close' in request) {
      await database.close()
      return { id: request.id, rows: [], affected: null }
    }
    const result = await database.query(request.statement, request.parameters)
    return { id: request.id, rows: result.rows, affected: result.affectedRows ?? null }
  } catch (error) {
    return { id: request.id, error: describeError(error) }
  }
}

port?.on('message', async (request: PGliteWorkerRequest) => port.postMessage(await runRequest(request)))
opening.then(
  () => port?.postMessage({ id: 0, rows: [], affected: null } satisfies PGliteWorkerResponse),
  error => port?.postMessage({ id: 0, error: describeError(error) } satisfies PGliteWorkerResponse)
)
