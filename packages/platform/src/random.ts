import { randomBytes } from 'node:crypto'

/** Randomness is passed in, so that a test can be replayed from its seed. */
export interface Random {
  bytes(length: number): Buffer
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }
