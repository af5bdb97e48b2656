import { randomBytes } from 'node:crypto'

/** The only source of randomness; `bytes` gives cryptographic random bytes. */
export interface Random {
  bytes(size: number): Buffer
}

export const systemRandom: Random = { bytes: randomBytes }
