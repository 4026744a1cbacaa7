import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ServerAnswer {
  /** When false, the answer says why. */
  readonly isDone: boolean
  readonly answer: unknown
}

/** Sends the server of a data folder the same request as `rowhouse`, without a new process. */
export const askServer = async (
  directory: string,
  command: Readonly<Record<string, string>>,
): Promise<ServerAnswer> => {
  const server: unknown = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
  const reply = await fetch(`http://127.0.0.1:${String(memberOf(server, 'adminPort'))}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(memberOf(server, 'adminSecret'))}` },
    body: JSON.stringify(command),
  })
  return { isDone: reply.status === 200, answer: await reply.json() }
}

export const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null || !(name in value))
    throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return Reflect.get(value, name)
}
