import { request } from 'node:http'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import type { AdminCommand } from './admin-command.js'
import type { ServerFile } from './server-file.js'

const refusal = z.object({ error: z.string() })

/** Thrown when no server answers at the port: it has ended without removing its file. */
export class NoServerError extends Error {
  constructor() {
    super('no server answers')
    this.name = 'NoServerError'
  }
}

/** Runs one command in the server that holds the data folder. Some commands take long. */
export async function askServer<Result>(
  server: ServerFile,
  command: AdminCommand,
  shape: z.ZodMiniType<Result>,
): Promise<Result> {
  const { status, body } = await post(server, JSON.stringify(command))
  const result = shape.safeParse(body)
  if (status === 200 && result.success) return result.data
  const refused = refusal.safeParse(body)
  // Another program may listen by now on the port of a server that has ended.
  if (!refused.success || status === 403) throw new NoServerError()
  throw new InstanceRefusal(refused.data.error)
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Node's fetch has a time limit of its own, which long commands would pass. */
function post({ adminPort, adminSecret }: ServerFile, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(new NoServerError())
    const asking = request({
      host: '127.0.0.1',
      port: adminPort,
      method: 'POST',
      headers: { authorization: `Bearer ${adminSecret}` },
    })
    asking.on('error', failed)
    asking.on('response', (response) => {
      const pieces: string[] = []
      response.setEncoding('utf8')
      response.on('error', failed)
      response.on('data', (piece: string) => pieces.push(piece))
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(pieces.join('')) })
        } catch {
          failed()
        }
      })
    })
    asking.end(body)
  })
}
