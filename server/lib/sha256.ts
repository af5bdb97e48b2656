import { createHash } from 'node:crypto'

export const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
