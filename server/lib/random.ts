import { randomBytes } from 'node:crypto'

export interface Random {
  bytes(size: number): Buffer
}

export const systemRandom: Random = { bytes: randomBytes }
