import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { consoleLimits } from '../limits.js'

export interface ConsoleAddress {
  readonly host: string
  readonly port: number
  readonly tls: { readonly certificate: string; readonly key: string } | undefined
}

export interface ListeningServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves the console with Node.js' own HTTP server. Rejects when it cannot listen. */
export async function listen(
  { host, port, tls }: ConsoleAddress,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<ListeningServer> {
  const options = { requestTimeout: consoleLimits.REQUEST_TIMEOUT_MS }
  const server =
    tls === undefined
      ? createServer(options, answer)
      : createSecureServer({ ...options, cert: tls.certificate, key: tls.key }, answer)
  server.maxConnections = consoleLimits.CONNECTIONS_MAX
  const address = await listening(server, host, port)
  return { port: address.port, close: () => close(server) }
}

function listening(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address)
      else reject(new Error('the console has no port'))
    })
  })
}

/** Ends idle connections at once, and others with their answer. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
