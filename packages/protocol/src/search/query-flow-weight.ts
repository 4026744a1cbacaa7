import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { required } from './fields.js'
import { checked, type MessageCodec, message } from './message.js'
import { int32, string } from './wire.js'

/** How many of 100 queries an index answers while its successor is tried out. */
export interface QueryFlowWeight {
  readonly indexName: string
  readonly weight: number
}

const form: MessageCodec<QueryFlowWeight> = message({
  indexName: required(1, string, 'query_flow_weight.index_name'),
  weight: required(2, int32, 'query_flow_weight.weight'),
})

export const queryFlowWeight = checked(form, ({ weight }) => {
  if (weight >= 0 && weight <= limits.SEARCH_QUERY_FLOW_WEIGHT_MAX) return
  throw errors.invalidSearchParameter('query_flow_weight.weight', weight)
})
