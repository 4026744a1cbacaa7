import { once } from 'node:events'
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http'

/**
 * What happens to a request: it is answered that the service is busy, its connection is cut after half of
 * the reply, or its reply stands still there.
 */
export type Fault = 'busy' | 'cut' | 'stall'

export interface FaultyProxy {
  readonly port: number
  /** Decides on every request from now on. */
  setFaults(faultOf: (method: string, url: string) => Fault | undefined): void
  close(): Promise<void>
}

/** Stands before a server on a socket of the file system, and takes a free port for it. */
export async function startFaultyProxy(socketPath: string): Promise<FaultyProxy> {
  let faultOf: (method: string, url: string) => Fault | undefined = () => undefined
  const server = createServer((incoming, outgoing) => {
    const fault = faultOf(incoming.method ?? '', incoming.url ?? '')
    if (fault === 'busy') answerBusy(incoming, outgoing)
    else pass(incoming, outgoing, socketPath, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    setFaults: (faults) => {
      faultOf = faults
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}

function answerBusy(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume().on('end', () => {
    outgoing.writeHead(503, { 'content-type': 'application/xml' })
    outgoing.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>')
  })
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  socketPath: string,
  fault: Fault | undefined,
): void {
  const { method, url, headers } = incoming
  const onward = request({ socketPath, method, path: url, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    if (fault === undefined) reply.pipe(outgoing)
    else {
      reply.once('data', (chunk: Buffer) => {
        reply.destroy()
        outgoing.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => {
          if (fault === 'cut') outgoing.destroy()
        })
      })
    }
  })
  // A server that is gone looks like one whose connections break.
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
