import type { Server } from 'node:net'

/** Listens on a free port of the loopback interface and prints the port as JSON. */
export function announcePort(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('Not listening on TCP')
    console.log(JSON.stringify({ port: address.port }))
  })
}
