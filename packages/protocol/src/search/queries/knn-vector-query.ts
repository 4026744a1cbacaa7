import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, defaulted, floats, optional, required } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { embedded, float, int32, string } from '../wire.js'
import type { Query } from './query-message.js'
import { weight } from './weight.js'

/** The `topK` nearest rows of each partition among those that match the filter. */
export interface KnnVectorQuery {
  readonly kind: 'knnVector'
  readonly fieldName: string
  readonly topK: number
  readonly vector: readonly number[]
  readonly filter: Query | undefined
  readonly weight: number
  readonly minScore: number
  /** At least topK. */
  readonly numCandidates: number | undefined
}

export function knnVectorQueryOf(query: MessageCodec<Query>): MessageCodec<KnnVectorQuery> {
  const codec: MessageCodec<KnnVectorQuery> = message({
    kind: constant('knnVector'),
    fieldName: required(1, string, 'knn_vector_query.field_name'),
    topK: required(2, int32, 'knn_vector_query.top_k'),
    vector: floats(4, float, {
      max: limits.VECTOR_DIMENSION_MAX,
      name: 'knn_vector_query.float32_query_vector',
    }),
    filter: optional(5, embedded(query)),
    weight: weight(6),
    minScore: defaulted(7, float, 0),
    numCandidates: optional(8, int32),
  })
  return checked(codec, checkKnnVectorQuery)
}

function checkKnnVectorQuery({ topK, vector, numCandidates }: KnnVectorQuery): void {
  const max = limits.VECTOR_TOP_K_MAX
  if (topK < 1 || topK > max) throw errors.invalidSearchParameter('knn_vector_query.top_k', topK)
  if (numCandidates !== undefined && (numCandidates < topK || numCandidates > max)) {
    throw errors.invalidSearchParameter('knn_vector_query.num_candidates', numCandidates)
  }
  if (vector.length === 0) throw errors.mustNotBeNull('knn_vector_query.float32_query_vector')
}
