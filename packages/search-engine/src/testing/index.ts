export { sampleAggregation, sampleGroupBy } from '../aggregations/testing/sample-aggregations.js'
export { indexSchema, sampleSchema } from '../queries/testing/sample-index.js'
export { sampleQuery } from '../queries/testing/sample-queries.js'
export {
  address,
  day,
  long,
  point,
  smallLong,
  text,
  WORDS,
  words,
} from '../queries/testing/sample-rows.js'
export { naiveAggregations, type NaiveResults } from './naive-aggregations.js'
export { naiveFieldValues, type NaiveValue } from './naive-field-values.js'
export { matchesNaively, type NaiveIndex } from './naive-query.js'
export { asked, found, TIMEOUT_MS } from './search-engine-calls.js'
export { buildThreadEntries } from './thread-entries.js'
