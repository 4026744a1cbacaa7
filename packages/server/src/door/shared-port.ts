import type { Server } from 'node:net'

/**
 * The file descriptor of a listening server, so that servers in other threads can listen on the same socket
 * (`listen({ fd })`). Node.js has no public way to ask for it before `reusePort` (Node.js 22.12), so this
 * looks at the handle behind the server. All threads share one descriptor: closing it in one thread closes
 * it in all, so a door in a thread never closes its server. The end of the process does.
 */
export function descriptorOf(server: Server): number {
  const handle: unknown = Reflect.get(server, '_handle')
  if (typeof handle === 'object' && handle !== null && 'fd' in handle) {
    const { fd } = handle
    if (typeof fd === 'number' && fd >= 0) return fd
  }
  throw new Error('this Node.js does not provide the descriptor of a listening socket')
}
