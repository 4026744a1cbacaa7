import type { SearchIndexDescription } from '@rowhouse/engine'
import { type QueryFlowWeight, errors } from '@rowhouse/protocol'

/**
 * Both indexes of a pair keep the weights in the given order, as the Go SDK's reindex test asserts.
 */
export function changeFlowWeights(
  indexes: readonly SearchIndexDescription[],
  indexName: string,
  weights: readonly QueryFlowWeight[],
): readonly SearchIndexDescription[] {
  for (const weight of weights) {
    if (!indexes.some(({ name }) => name === weight.indexName)) {
      throw errors.searchIndexNotExist(weight.indexName)
    }
  }
  const names = weights.map((weight) => weight.indexName)
  const gray = indexes.find(({ source, name }) => names.includes(name) && source !== undefined)
  const isPair =
    gray?.source !== undefined && names.includes(gray.source) && names.includes(indexName)
  if (!isPair) {
    const other = names.find((name) => name !== indexName) ?? indexName
    throw errors.notBrotherIndex(indexName, other)
  }
  const flowWeights = weights.map(({ indexName: index, weight }) => ({ index, weight }))
  return indexes.map((index) => (names.includes(index.name) ? { ...index, flowWeights } : index))
}
