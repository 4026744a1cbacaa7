import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { type InstanceCommand, type InstanceResult, instanceResult } from './instance-command.js'
import type { ServerFile } from './server-file.js'

const refusal = z.object({ error: z.string() })

/** No server answered at the port: it has gone without saying so. */
export class NoServerError extends Error {
  constructor() {
    super('no server answers')
    this.name = 'NoServerError'
  }
}

/** Runs one command in the server that holds the data folder. */
export async function askServer(
  server: ServerFile,
  command: InstanceCommand,
): Promise<InstanceResult> {
  const { status, body } = await post(server, JSON.stringify(command))
  const result = instanceResult.safeParse(body)
  if (status === 200 && result.success) return result.data
  const refused = refusal.safeParse(body)
  // Another program may have been given the port of a server that is gone.
  if (!refused.success || status === 403) throw new NoServerError()
  throw new InstanceRefusal(refused.data.error)
}

async function post(
  server: ServerFile,
  body: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(`http://127.0.0.1:${server.adminPort}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.adminSecret}` },
      body,
    })
    return { status: response.status, body: await response.json() }
  } catch {
    throw new NoServerError()
  }
}
