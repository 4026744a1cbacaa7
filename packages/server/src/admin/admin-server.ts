import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AdminCommand, adminCommand } from './admin-command.js'
import { sameSecret } from './same-secret.js'
import { InstanceRefusal } from '../instances/instance-registry.js'

const BODY_BYTES_MAX = 65_536
const TIMEOUT = 5_000

export interface AdminServer {
  readonly port: number
  readonly secret: string
  close(): void
}

/**
 * The admin API takes one command as JSON and answers one result as JSON, for programs on this machine
 * only. It listens on a port of its own on 127.0.0.1, whatever address the service listens on, and asks for
 * a secret that only the owner of the data folder can read.
 */
export async function startAdminServer(
  secret: string,
  run: (command: AdminCommand) => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<AdminServer> {
  const server = createServer({ requestTimeout: TIMEOUT, headersTimeout: TIMEOUT })
  server.on('request', (request, response) => {
    answer(request, response, secret, run).catch((error: unknown) => {
      onError(error)
      send(response, 500, { error: 'the command failed; the log of the server says why' })
    })
  })
  server.unref()
  return { port: await listen(server), secret, close: () => server.close() }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('the admin API has no port'))
    })
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  run: (command: AdminCommand) => Promise<unknown>,
): Promise<void> {
  if (!sameSecret(request.headers.authorization ?? '', `Bearer ${secret}`)) {
    send(response, 403, { error: 'wrong admin secret' })
    return
  }
  const command = adminCommand.safeParse(await readJson(request))
  if (request.method !== 'POST' || !command.success) {
    send(response, 400, { error: 'not a command' })
    return
  }
  try {
    send(response, 200, await run(command.data))
  } catch (error) {
    if (!(error instanceof InstanceRefusal)) throw error
    send(response, 409, { error: error.message })
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return undefined
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(text)
}
