import type { Query, SearchQuery } from '@rowhouse/protocol'

/** Whether hits must be highlighted: in the rows, or in inner hits. */
export const asksForHighlights = ({ highlight, query }: SearchQuery): boolean =>
  highlight !== undefined || marksChildren(query)

function marksChildren(query: Query): boolean {
  switch (query.kind) {
    case 'nested':
      return query.innerHits?.highlight !== undefined || marksChildren(query.query)
    case 'bool':
      return [query.must, query.should, query.filter, query.mustNot].flat().some(marksChildren)
    case 'disMax':
      return query.queries.some(marksChildren)
    case 'constScore':
      return marksChildren(query.filter)
    case 'functionScore':
    case 'functionsScore':
      return marksChildren(query.query)
    case 'knnVector':
      return query.filter !== undefined && marksChildren(query.filter)
    default:
      return false
  }
}
