import { seededRandom } from '@rowhouse/platform/testing'

/** Numbers from 0 to 1, always the same for a seed. */
export function randomNumbers(seed: number): () => number {
  const random = seededRandom(seed)
  return () => random.next()
}
