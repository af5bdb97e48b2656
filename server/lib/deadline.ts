import { DatabaseUnavailable } from '../db/database-error.js'

/** Longest time a request may wait for the database, in milliseconds. */
const DEADLINE_MS = 2500

/** Gives up waiting when the database does not answer in time; the work itself goes on unseen. */
export async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable('no answer in time')), DEADLINE_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
