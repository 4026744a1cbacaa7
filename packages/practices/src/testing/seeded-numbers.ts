import { seededRandom } from '@rowhouse/platform/testing'

/** Numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  const random = seededRandom(seed)
  return () => random.next()
}
