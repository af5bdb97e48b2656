import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex. */
export const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
