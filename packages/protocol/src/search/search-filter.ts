import { errors } from '../errors/registry.js'
import { required } from './fields.js'
import { type MessageCodec, mapped, message } from './message.js'
import { type Query, query } from './queries/query-message.js'
import { embedded } from './wire.js'

const NAME = 'search_query.filter'

const form: MessageCodec<{ readonly query: Query }> = message({
  query: required(1, embedded(query), `${NAME}.query`),
})

/** The message SearchFilter: the few kinds of queries that may filter hits afterwards. */
export const searchFilter: MessageCodec<Query> = mapped(
  form,
  (filter) => {
    checkFilter(filter.query)
    return filter.query
  },
  (filter) => ({ query: filter }),
)

/** Checks what the service's documentation allows. The index checks the fields. */
function checkFilter(filter: Query): void {
  switch (filter.kind) {
    case 'term':
    case 'terms':
    case 'range':
    case 'exists':
      return
    case 'bool':
      if (filter.filter.length > 0) throw errors.invalidSearchParameter(NAME, 'bool.filter')
      for (const clause of [...filter.must, ...filter.mustNot, ...filter.should]) {
        checkFilter(clause)
      }
      return
    default:
      throw errors.invalidSearchParameter(NAME, filter.kind)
  }
}
