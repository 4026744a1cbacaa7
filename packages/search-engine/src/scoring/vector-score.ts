import { outOfRange } from '@rowhouse/platform'

export type VectorMetric = 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT'

/** All vectors are in one array, one after the other. All scores grow with nearness, as Lucene's do. */
export type VectorScore = (query: Float32Array, vectors: Float32Array, at: number) => number

export const vectorScoreOf = (metric: VectorMetric): VectorScore => {
  if (metric === 'EUCLIDEAN')
    return (query, vectors, at) => 1 / (1 + squaredDistance(query, vectors, at))
  if (metric === 'DOT_PRODUCT')
    return (query, vectors, at) => Math.max(0, (1 + dotProduct(query, vectors, at)) / 2)
  return (query, vectors, at) => {
    const lengths = Math.sqrt(
      dotProduct(query, query, 0) *
        dotProduct(vectors.subarray(at, at + query.length), vectors, at),
    )
    // A vector of zeros has no direction, and counts as being at a right angle.
    const cosine = lengths === 0 ? 0 : dotProduct(query, vectors, at) / lengths
    return (1 + Math.max(-1, Math.min(1, cosine))) / 2
  }
}

/** Four sums, so that no addition waits for the one before. */
export const dotProduct = (query: Float32Array, vectors: Float32Array, at: number): number => {
  let [a, b, c, d] = [0, 0, 0, 0]
  const length = query.length
  const even = length - (length % 4)
  for (let index = 0; index < even; index += 4) {
    a += (query[index] ?? outOfRange()) * (vectors[at + index] ?? outOfRange())
    b += (query[index + 1] ?? outOfRange()) * (vectors[at + index + 1] ?? outOfRange())
    c += (query[index + 2] ?? outOfRange()) * (vectors[at + index + 2] ?? outOfRange())
    d += (query[index + 3] ?? outOfRange()) * (vectors[at + index + 3] ?? outOfRange())
  }
  for (let index = even; index < length; index++)
    a += (query[index] ?? outOfRange()) * (vectors[at + index] ?? outOfRange())
  return a + b + c + d
}

export const squaredDistance = (query: Float32Array, vectors: Float32Array, at: number): number => {
  let [a, b] = [0, 0]
  const length = query.length
  const even = length - (length % 2)
  for (let index = 0; index < even; index += 2) {
    const one = (query[index] ?? outOfRange()) - (vectors[at + index] ?? outOfRange())
    const other = (query[index + 1] ?? outOfRange()) - (vectors[at + index + 1] ?? outOfRange())
    a += one * one
    b += other * other
  }
  if (even < length)
    a += ((query[even] ?? outOfRange()) - (vectors[at + even] ?? outOfRange())) ** 2
  return a + b
}
