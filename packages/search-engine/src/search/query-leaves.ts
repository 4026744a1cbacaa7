import type { Query } from '@rowhouse/protocol'

/** The queries that match documents themselves, without those that only combine others. */
export function leavesOf(asked: Query): readonly Query[] {
  switch (asked.kind) {
    case 'bool':
      return [...asked.must, ...asked.filter, ...asked.should].flatMap(leavesOf)
    case 'disMax':
      return asked.queries.flatMap(leavesOf)
    case 'constScore':
      return leavesOf(asked.filter)
    case 'functionScore':
    case 'functionsScore':
      return leavesOf(asked.query)
    case 'knnVector':
      return asked.filter === undefined ? [] : leavesOf(asked.filter)
    default:
      return [asked]
  }
}
