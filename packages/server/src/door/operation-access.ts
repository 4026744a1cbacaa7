/** What a door knows about an operation: whether it is served, and whether a read-only key may call it. */
export type OperationAccess = 'read' | 'write' | 'unsupported'

/** Every operation of the service by its path without the leading slash. */
export type OperationAccesses = ReadonlyMap<string, OperationAccess>

/**
 * The path of a request target, without the leading slash and without a query. Targets may be absolute
 * URIs: clients behind a proxy send them, and so does the Rust client.
 */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 1 : absolutePathStart(target)
  const query = target.indexOf('?')
  return query === -1 ? target.slice(start) : target.slice(start, Math.max(start, query))
}

function absolutePathStart(target: string): number {
  const authority = /^https?:\/\//i.exec(target)
  if (authority === null) return 0
  const slash = target.indexOf('/', authority[0].length)
  return slash === -1 ? target.length : slash + 1
}
